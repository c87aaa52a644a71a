//! Tides of "ports".
//! And more.

use std::fmt;

/// A table.
///
/// Second paragraph with "quotes".
#[derive(Debug)]
pub struct Table<'a> {
    /// The port's name.
    pub name: &'a str,
}

const NAME: &str = "say \"hi\" \\ \n\r\t\0\'\x41\u{e9}\u{1F600}\u{200b}";
const JOINED: &str = "one \
    two \

    three
four";
const RAW: &str = r"C:\data";
const HASHED: &str = r#"has "quotes" and \n"#;
const TWICE: &[u8] = br##"has "# inside"##;
const BYTES: &[u8] = b"\xe2\x82\xac \xff \"";
const C: &std::ffi::CStr = c"text";
const CHARS: [char; 5] = ['\'', '"', '\u{200b}', 'x', '\\'];
const BYTE: u8 = b'\'';

/** A block. */
#[tool(name = "tide", description = "When it is \
    high.")]
async fn tide<'a, T: 'static>(&'a self, port: &'a str) -> Result<String, Error> {
    // It's "no" string.
    /* "comment" /* nested "comment" */ */
    let r#type = format!("{port}: {}", concat!("a", 'b', "c"));
    'outer: loop { break 'outer; }
    let x = matches!(port, "a" | "b") as u8 / 2;
    println!("{:?} {x:>1$}", "lit", 5);
    Ok(if port.starts_with('/') { "/".into() } else { r#"x"#.to_string() })
}

#[cfg(test)]
mod tests {
    #![doc = "inner"]
    /*! inner block */
    const A: &str = "";
}
