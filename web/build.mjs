// Builds the assets of the Python package: src/armillary/pages/assets/{report.js,site.js,report.css,LICENSES.txt}
// and src/armillary/exports/wasm/driver/{loop.js,loop.d.ts}.
//
//     npm ci && node build.mjs            writes the files
//     npm ci && node build.mjs --check    builds again and compares, byte for byte
//
// The first line of report.js has a hash of the sources and one of the bundle; a test of the Python package
// computes both again, without node.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import ts from "typescript";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "..", "src", "armillary", "pages", "assets");
const driver = join("..", "..", "exports", "wasm", "driver");
const LIBRARIES = ["three", "uplot"];

/** Returns a hash of the sources of the bundle: names, sizes and bytes, in the order of the names. */
function sourcesHash() {
  const own = ["build.mjs", "package-lock.json", "package.json", "tsconfig.json"];
  const found = readdirSync(join(here, "src"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const inside = found.map((one) => relative(here, join(one.parentPath, one.name)).split(sep).join("/"));
  const names = [...own, ...inside].sort();
  const hash = createHash("sha256");
  for (const name of names) {
    const bytes = readFileSync(join(here, name));
    hash.update(`${name} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, "src", entry)],
    absWorkingDir: here,
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    target: ["chrome100", "firefox100", "safari15.4"],
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  const text = result.outputFiles[0].text;
  // The text of a <script> element must not end it or open a comment.
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`${entry}: the bundle would break out of its element`);
  return text;
}

/** Returns the class of exported loops as an ES module to read, and its types. */
async function loop() {
  const entry = join(here, "src", "play", "loop.ts");
  const plain = { compilerOptions: { useDefineForClassFields: false } };
  const how = { loader: "ts", target: "es2021", charset: "ascii", tsconfigRaw: plain };
  const { code } = await transform(readFileSync(entry, "utf8"), how);
  let types = "";
  const options = { declaration: true, emitDeclarationOnly: true, strict: true, target: ts.ScriptTarget.ES2021 };
  ts.createProgram([entry], options).emit(undefined, (_, text) => (types = text));
  return { [join(driver, "loop.js")]: code, [join(driver, "loop.d.ts")]: types };
}

function licences() {
  return LIBRARIES.map((name) => {
    const { version } = JSON.parse(readFileSync(join(here, "node_modules", name, "package.json"), "utf8"));
    const text = readFileSync(join(here, "node_modules", name, "LICENSE"), "utf8").trim();
    return `${name} ${version}\n\n${text}\n`;
  }).join(`\n${"-".repeat(72)}\n\n`);
}

/** Returns the first line of the script. */
function banner(built) {
  const hash = createHash("sha256");
  for (const text of Object.values(built)) hash.update(text);
  return `/* armillary report, sources sha256 ${sourcesHash()}, built sha256 ${hash.digest("hex")} */\n`;
}

const files = {
  "report.js": await bundle("main.ts"),
  "site.js": await bundle("site.ts"),
  "report.css": await bundle("report.css"),
  "LICENSES.txt": licences(),
};
files["report.js"] = banner(files) + files["report.js"];
Object.assign(files, await loop());

let different = 0;
for (const [name, text] of Object.entries(files)) {
  const path = join(assets, name);
  if (!process.argv.includes("--check")) {
    writeFileSync(path, text);
    console.log(`${name}: ${Buffer.byteLength(text)} bytes`);
    continue;
  }
  let shipped = null;
  try {
    shipped = readFileSync(path, "utf8");
  } catch {}
  if (shipped !== text) {
    console.error(`${name}: the shipped file differs from its sources; run node web/build.mjs`);
    different = 1;
  }
}
process.exitCode = different;
