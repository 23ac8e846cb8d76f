import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'

/** What V8 answers to `Profiler.takePreciseCoverage`: how often each function ran, by its offset in the script. */
export type Coverage = {
  result: {
    url: string
    functions: { functionName: string; ranges: { startOffset: number; endOffset: number; count: number }[] }[]
  }[]
}

const PRODUCT = /^(?:packages\/(?!testing\/)|apps\/(?!demo\/))[^/]+\/src\//

/** Where the lines of a text begin, as offsets. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** A function may begin with what has no place in the map, such as its parenthesis; never with more characters than this. */
const UNMAPPED = 40

/** Finds the source of the function at an offset of a built file by its source map. */
function sourceFinder(file: string): (offset: number) => string | undefined {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  const starts = lineStarts(readFileSync(file, 'utf8'))
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    const first = offset - (starts[line] ?? 0)
    // What stands before it in the file may be of another module.
    const places = Array.from({ length: UNMAPPED }, (_, index) => map.findEntry(line, first + index))
    const entry = places.find((place) => 'originalSource' in place && place.generatedColumn >= first)
    // What the bundler adds has a place in the map and no source.
    const source = entry && 'originalSource' in entry ? entry.originalSource : undefined
    return source && resolve(dirname(file), source)
  }
}

/**
 * The product's modules of which a function ran, as paths from the root. What a module does when it is loaded is no
 * function of its own.
 *
 * @param fileOf the built file of a script's address, or undefined for a script that is not the product's
 */
export function modulesOf(
  scripts: Coverage['result'],
  fileOf: (url: string) => string | undefined,
  root = process.cwd(),
): Set<string> {
  const modules = new Set<string>()
  for (const { url, functions } of scripts) {
    const file = fileOf(url)
    if (file === undefined || !existsSync(`${file}.map`)) continue
    const sourceOf = sourceFinder(file)
    for (const { ranges } of functions) {
      const [whole] = ranges
      if (!whole || whole.count === 0 || whole.startOffset === 0) continue
      const source = sourceOf(whole.startOffset)
      const path = source && relative(root, source)
      if (path && PRODUCT.test(path)) modules.add(path)
    }
  }
  return modules
}
