// What viewer.mjs opens in a browser: Microsoft's SARIF web component with a log.
import * as React from "react";
import * as ReactDOM from "react-dom";
import { Viewer } from "@microsoft/sarif-web-component";

ReactDOM.render(<Viewer logs={[window.log]} hideBaseline />, document.getElementById("app"));
