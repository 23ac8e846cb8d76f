import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { SocialNetwork } from './SocialNetwork.ts'
import { readForm, sendPage } from './sendPage.ts'
import { signInErrorPage, signInPage } from './signInPage.ts'
import { isTestPersonId, testPeople } from './testPeople.ts'

async function finish(
  provider: Provider,
  network: SocialNetwork,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const person = (await readForm(request)).get('person')
  const result = isTestPersonId(person)
    ? { select_account: {}, consent: {}, login: { accountId: network.subjectOf(testPeople[person]) } }
    : { error: 'access_denied', error_description: 'The person cancelled.' }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

/**
 * Answers `GET` and `POST <issuer>/sign-in/<uid>`: shows the page, or goes on with who was chosen.
 *
 * @param openerPolicy value of Cross-Origin-Opener-Policy; `same-origin` severs the opener of a popup
 */
export async function answerSignIn(
  provider: Provider,
  network: SocialNetwork,
  request: IncomingMessage,
  response: ServerResponse,
  openerPolicy?: string,
): Promise<void> {
  try {
    if (request.method === 'POST') return await finish(provider, network, request, response)
    const { params } = await provider.interactionDetails(request, response)
    const asks = `${params.client_id} asks for: ${params.scope ?? 'nothing'}.`
    const html = signInPage(network.title, asks)
    sendPage(response, 200, html, openerPolicy)
  } catch {
    // The sign-in is over, or its cookie is another browser's.
    sendPage(response, 400, signInErrorPage(network.title, 'This sign-in has ended. Start anew.'))
  }
}
