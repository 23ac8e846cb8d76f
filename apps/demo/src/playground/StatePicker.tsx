import { LOCALES } from '@latchkey/modal'
import { useEffect, useRef, useState } from 'react'
import type { Choices } from './choices.ts'
import { Pick } from './fields.tsx'

/** The workbench: loaded when somebody asks for it, as it holds every view with what stands in for services and wallets. */
type Workbench = typeof import('@latchkey/modal/states')
type Shown = { view: keyof Workbench['viewStates']; state: string }
type Look = { themeMode: 'light' | 'dark'; locale: (typeof LOCALES)[number]; accent: string }

/** `emailAlreadyUsed` as words. */
const wordsOf = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

/** Every view of the modal in every state that it knows, as small pictures; the one that is chosen stands in full. */
export function StatePicker({ choices, mode }: { choices: Choices; mode: Look['themeMode'] }) {
  const [workbench, setWorkbench] = useState<Workbench>()
  const [chosen, setChosen] = useState<Shown>({ view: 'Connect', state: 'default' })
  const [problem, setProblem] = useState('')
  const load = () =>
    import('@latchkey/modal/states').then(setWorkbench, () => setProblem('The states could not be loaded.'))
  const locale = LOCALES.find((one) => one === choices.language) ?? 'en'
  const look: Look = { themeMode: mode, locale, accent: choices.accent }
  if (!workbench)
    return (
      <section className="states" aria-labelledby="states-title">
        <div className="row">
          <h2 id="states-title">Every state</h2>
          <button type="button" onClick={() => void load()}>
            Show all states
          </button>
        </div>
        <p role="status" className="said">
          {problem}
        </p>
      </section>
    )
  const views = Object.keys(workbench.viewStates) as Shown['view'][]
  return (
    <section className="states" aria-labelledby="states-title">
      <div className="row">
        <h2 id="states-title">Every state</h2>
        <Pick
          label="View"
          values={views}
          labelOf={(view) => view}
          value={chosen.view}
          onChange={(view) => setChosen({ view, state: 'default' })}
        />
      </div>
      <div className="canvas">
        <StagedState workbench={workbench} shown={chosen} look={look} />
      </div>
      <ul className="previews" aria-label={`States of ${chosen.view}`}>
        {Object.keys(workbench.viewStates[chosen.view]).map((state) => (
          <li key={`${chosen.view}/${state}`}>
            <button
              type="button"
              className="state"
              aria-pressed={state === chosen.state}
              onClick={({ target }) => {
                // A state may come about by clicks within its own preview.
                if (!(target instanceof Element && target.closest('.preview')))
                  setChosen({ ...chosen, state })
              }}
            >
              <span className="preview" aria-hidden="true" inert>
                <StagedState workbench={workbench} shown={{ ...chosen, state }} look={look} />
              </span>
              {wordsOf(state)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type StagedProps = { workbench: Workbench; shown: Shown; look: Look }

/** One state as a card in the page. It is made when it comes into view: a view has up to thirty of them. */
function StagedState({ workbench, shown, look }: StagedProps) {
  const place = useRef<HTMLSpanElement>(null)
  const made = JSON.stringify([shown, look])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `made` is all of it, by value.
  useEffect(() => {
    const container = place.current
    const state = workbench.viewStates[shown.view][shown.state]
    if (!container || !state) return
    let leave = () => {}
    let isGone = false
    const stage = async () => {
      const { config, modal } = await workbench.stageView(shown.view, state, look, container)
      leave = () => {
        modal.destroy()
        config.destroy()
      }
      if (isGone) leave()
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      stage().catch(() => undefined)
    })
    observer.observe(container)
    return () => {
      isGone = true
      observer.disconnect()
      leave()
    }
  }, [workbench, made])
  return <span className="staged" ref={place} />
}
