#include "server.h"
#include <string>

#define NAME "not compared" \
    "either"

/** Tides of "ports". */
namespace tides {

static const char* kEscapes = "say \"hi\" \\ \a\b\f\n\r\t\v\?\'\0 \12\101\x41\u00e9\U0001F600 \xe2\x82\xac";
static const wchar_t* kWide = L"wide" L"\u200b";
static const auto kOthers = {u8"utf8", u"utf16", U"utf32"};
static const char kChars[] = {'\'', '"', '\\', '\x41', '\0', u8'a'};
static const char* kJoined = "one \
two";
static const char* kRaw = R"(C:\data "quoted")" R"--(has )" inside)--" u8R"x(
lines)x";

// It's "no" string. \
   Nor is "this".
void Register(McpServer& server) {
  /* "comment" */
  server.AddTool("self.tide", "First, " "second.\n"
                 "Third.", PropertyList({Property("port", kPropertyTypeString)}), [](const PropertyList& p) -> ReturnValue {
    auto n = 1'000'000 + 0x1'F; auto s = "suffix"_s;
    return p["port"].value<std::string>() + (n / 2 > 1 ? "many" : "few") + '/';
  });
#ifdef DEBUG
  Log("debug");
#else
  Log("release");
#endif
  auto t = a < b && c > d ? "x" : "";
  Extra("one", "two", 't', "four");
}
}  // namespace tides
