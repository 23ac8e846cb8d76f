import { useState } from 'react'
import type { Choices } from './choices.ts'
import { Segments } from './fields.tsx'
import { FRAMEWORK_LABELS } from './labels.ts'
import { type CodeFile, FRAMEWORKS, type Framework, writeCode } from './writeCode.ts'

/** What a page has to hold to have this modal. */
export function CodePanel({ choices }: { choices: Choices }) {
  const [framework, setFramework] = useState<Framework>('react')
  const [said, setSaid] = useState('')
  const files = writeCode(framework, choices)
  const copy = async (what: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid(`${what} copied.`)
    } catch {
      setSaid('The browser does not allow copying here. Select the text instead.')
    }
  }
  return (
    <section className="code" aria-labelledby="code-title">
      <div className="row">
        <h2 id="code-title">Code</h2>
        <Segments
          label="Framework"
          hideLabel
          values={FRAMEWORKS}
          labels={FRAMEWORK_LABELS}
          value={framework}
          onChange={(next) => {
            setFramework(next)
            setSaid('')
          }}
        />
        <button type="button" className="primary" onClick={() => copy('Code', wholeOf(files))}>
          Copy code
        </button>
      </div>
      <p role="status" className="said">
        {said}
      </p>
      {files.map(({ name, text }) => (
        <figure key={`${framework}/${name}`}>
          <figcaption>
            <span>{name}</span>
            <button type="button" className="plain" onClick={() => copy(name, text)}>
              Copy <span className="hidden">{name}</span>
            </button>
          </figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
          <section tabIndex={0} aria-label={name}>
            <pre>{text}</pre>
          </section>
        </figure>
      ))}
    </section>
  )
}

const wholeOf = (files: readonly CodeFile[]): string =>
  files
    .map(({ name, text }) =>
      /\.(?:vue|svelte)$/.test(name) ? `<!-- ${name} -->\n${text}` : `// ${name}\n${text}`,
    )
    .join('\n')
