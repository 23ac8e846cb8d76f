import { useEffect, useState } from 'react'
import { CodePanel } from './CodePanel.tsx'
import { Controls } from './Controls.tsx'
import { type Choices, DEVICES, readChoices, writeChoices } from './choices.ts'
import { Segments } from './fields.tsx'
import { DEVICE_LABELS } from './labels.ts'
import { Preview } from './Preview.tsx'
import { StatePicker } from './StatePicker.tsx'

/** The page follows the mode that is chosen for the modal. */
function useShownMode(mode: Choices['mode']): 'light' | 'dark' {
  const [system, setSystem] = useState(() => matchMedia('(prefers-color-scheme: light)').matches)
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: light)')
    const follow = () => setSystem(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  const shown = mode === 'auto' ? (system ? 'light' : 'dark') : mode
  useEffect(() => {
    document.documentElement.dataset.theme = shown
  }, [shown])
  return shown
}

/** The live modal between what it is set by and the code that sets it so. */
export function Playground() {
  const [choices, setChoices] = useState(() => readChoices(location.hash))
  const shown = useShownMode(choices.mode)
  useEffect(() => {
    const hash = writeChoices(choices)
    history.replaceState(history.state, '', hash ? `#${hash}` : location.pathname)
  }, [choices])
  const change = (changed: Partial<Choices>) => setChoices((now) => ({ ...now, ...changed }))
  const locale = choices.language === 'page' ? 'en' : choices.language
  return (
    <>
      <header>
        <h1>
          <img src="/icon.svg" alt="" width="24" height="24" />
          Latchkey playground
        </h1>
        <nav aria-label="Further pages">
          <a href="/">Demo</a>
          <a href={`/workbench?theme=${shown}&locale=${locale}`}>All states</a>
        </nav>
      </header>
      <main>
        <Controls choices={choices} onChange={change} />
        <div className="right">
          <section className="stage" aria-labelledby="stage-title">
            <div className="row">
              <h2 id="stage-title">Live modal</h2>
              <Segments
                label="Width of the device, pixels"
                hideLabel
                values={DEVICES}
                labels={DEVICE_LABELS}
                value={choices.device}
                onChange={(device) => change({ device })}
              />
            </div>
            <div className="canvas">
              <Preview choices={choices} />
            </div>
          </section>
          <CodePanel choices={choices} />
          <StatePicker choices={choices} mode={shown} />
        </div>
      </main>
    </>
  )
}
