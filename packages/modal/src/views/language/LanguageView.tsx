import { setTheme } from '@latchkey/core'
import { LANGUAGES, type LanguageTag } from '@latchkey/i18n/languages/modal'
import { useConfig } from '@latchkey/react'
import { Banner, LiveRegion, Row } from '@latchkey/ui'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { loadLocale, rememberLocale, useLocale } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { languageName } from './languageName.ts'

/** The languages of the wallet, each by its own name. The choice is kept for the next visits of this site. */
export function LanguageView(): ReactElement {
  const config = useConfig()
  const say = useHomeSay()
  const { tag: current } = useLocale()
  const [pending, setPending] = useState<LanguageTag>()
  const [failed, setFailed] = useState<LanguageTag>()
  const latest = useRef<LanguageTag>(undefined)
  useEffect(
    () => () => {
      latest.current = undefined
    },
    [],
  )
  const choose = async (tag: LanguageTag) => {
    if (tag === current) return
    latest.current = tag
    setPending(tag)
    setFailed(undefined)
    const loaded = await loadLocale(tag)
    // Left, or another one was chosen meanwhile.
    if (latest.current !== tag) return
    setPending(undefined)
    if (loaded.tag !== tag) return setFailed(tag)
    rememberLocale(config, tag)
    setTheme(config, { locale: tag })
  }
  return (
    <div>
      {failed ? (
        <div className="lk-alert">
          <Banner tone="danger" role="alert" title={say('language.failed', { name: languageName(failed) })}>
            {say('language.failedHelp')}
          </Banner>
        </div>
      ) : null}
      <div className="lk-stack">
        {LANGUAGES.map((tag) => (
          <Row
            key={tag}
            lang={tag}
            label={<bdi>{languageName(tag)}</bdi>}
            current={tag === current}
            busy={tag === pending}
            onClick={() => void choose(tag)}
          />
        ))}
      </div>
      <LiveRegion message={latest.current === current ? languageName(current) : ''} />
    </div>
  )
}
