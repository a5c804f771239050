// A worker for the bots: it runs the page's own compiled module, so nothing is downloaded twice.
import { initSync } from "./bastide.js";

self.onmessage = (event) => initSync({ module: event.data });
