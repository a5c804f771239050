// The whole client in one file, for a disk without a server. What the client would fetch is in this page, packed, and is
// given to it under an address that nobody has. The client itself knows nothing of it.
const HOME = "https://bastide.invalid/";
const TYPES = { wasm: "application/wasm", js: "text/javascript", css: "text/css", txt: "text/plain" };
const FILES = JSON.parse(document.getElementById("files").textContent);

// Answers as a server would. Workers get a copy of this function, so it uses nothing but what it is given.
function answerFrom(home, types, files) {
  const real = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (request, options) => {
    const address = String(request?.url ?? request);
    // A disk is no server: asking it would only make the browser complain.
    if (/^(data|blob):/.test(address)) return real(request, options);
    if (!address.startsWith(home)) throw new TypeError(`${address}: there is no network here`);
    const name = address.slice(home.length);
    if (!(name in files)) return new Response(null, { status: 404 });
    const packed = await real(`data:application/gzip;base64,${files[name]}`);
    const headers = { "content-type": types[name.split(".").pop()] ?? "text/plain" };
    return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers });
  };
}

// A script as modules of this page know it: others by name, files at the address that nobody has.
async function script(name) {
  const text = await (await fetch(HOME + name)).text();
  return text.replaceAll('from "./', 'from "bastide/').replaceAll("import.meta.url", JSON.stringify(HOME));
}

const encoded = (text) => `data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`;

// Bots think in workers. From a disk these may be no modules and import nothing: theirs is one plain script that carries
// everything it needs.
async function prepareWorkers() {
  const own = { "thinker_bg.wasm": FILES["thinker_bg.wasm"] };
  const given = [HOME, TYPES, own].map((value) => JSON.stringify(value)).join(",");
  const [thinker, worker] = [await script("thinker.js"), await script("worker.js")];
  const [exported, init] = thinker.match(/export\s*\{[^}]*?(\w+) as default[^}]*\};?/);
  const begun = worker.replace(/^import (\w+) from.*$/m, `const $1 = ${init};`);
  const text = `(${answerFrom})(${given});\n${thinker.replace(exported, "")}\n(async () => {\n${begun}})();\n`;
  const address = URL.createObjectURL(new Blob([text], { type: TYPES.js }));
  globalThis.Worker = class extends Worker {
    constructor(wanted, options) {
      const isOurs = String(wanted).startsWith(HOME);
      super(isOurs ? address : wanted, isOurs ? {} : options);
    }
  };
}

// Style sheets and the icon are named, not fetched: such names lead to what is in this page. Those of sheets stay visible.
async function prepareNames() {
  const ICON = "./icon.svg";
  const known = { [ICON]: document.querySelector("link[rel=icon]").href };
  for (const name of Object.keys(FILES).filter((name) => name.endsWith(".css"))) {
    const text = await (await fetch(HOME + name)).text();
    known[HOME + name] = `${URL.createObjectURL(new Blob([text], { type: TYPES.css }))}#${name}`;
  }
  const led = (address) => known[address] ?? address;
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    setAttribute.call(this, name, name === "href" || name === "src" ? led(value) : value);
  };
  const change = (prototype, property, changed) => {
    const { get, set } = Object.getOwnPropertyDescriptor(prototype, property);
    Object.defineProperty(prototype, property, { get, set(value) { set.call(this, changed(value)); }, configurable: true });
  };
  change(HTMLLinkElement.prototype, "href", led);
  change(HTMLImageElement.prototype, "src", led);
  const withIcon = (text) => String(text).replaceAll(ICON, known[ICON]);
  change(Element.prototype, "innerHTML", withIcon);
  const insert = Element.prototype.insertAdjacentHTML;
  Element.prototype.insertAdjacentHTML = function (place, text) {
    insert.call(this, place, withIcon(text));
  };
}

async function begin() {
  answerFrom(HOME, TYPES, FILES);
  await prepareWorkers();
  await prepareNames();
  const imports = {};
  for (const name of ["start.js", "bastide.js", "later.js"]) imports[`bastide/${name}`] = encoded(await script(name));
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
  await import("bastide/start.js");
}

begin().catch((error) => {
  console.error(error);
  document.getElementById("loading").textContent = `Bastide needs a newer browser: ${error.message}`;
});
