import type { ServiceConfig } from '../../../config/ServiceConfig.ts'
import { socialNetworks } from '../socialNetworks.ts'
import { choosePageTexts } from './choosePageTexts.ts'
import { renderPage } from './renderPage.ts'

export type Waiting = {
  /** As the page that opened the window wrote it. */
  provider: string | undefined
  locale: string | undefined
  acceptLanguage: string | undefined
}

const titleOf = (provider: string | undefined): string | null =>
  Object.values(socialNetworks).find(({ id }) => id === provider)?.title ?? null

/** What a popup shows until its page knows where to send it. It needs no script, and says what to do when nothing comes. */
export function waitingPage(config: ServiceConfig, waiting: Waiting): Response {
  const { language, texts } = choosePageTexts(waiting.locale, waiting.acceptLanguage)
  return renderPage(config, {
    language,
    mark: 'key',
    isBusy: true,
    heading: texts.opening(titleOf(waiting.provider)),
    paragraphs: [{ text: texts.comeBack }, { text: texts.late, kind: 'late' }],
  })
}
