import nodemailer from 'nodemailer'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { httpRequest } from './httpRequest.ts'
import { createMailStore, type MailMessage } from './mailStore.ts'
import { type Mail, startMail } from './startMail.ts'

let mail: Mail
beforeEach(async () => {
  mail = await startMail()
})
afterEach(() => mail.stop())

const deliver = (to: string | string[], subject = 'Your code') =>
  nodemailer.createTransport(mail.smtpUrl).sendMail({
    from: 'Latchkey <no-reply@wallet.localhost>',
    to,
    subject,
    text: 'Code 123456 – für dich',
    html: '<p>Code <b>123456</b></p><script>alert(1)</script><img src="https://example.com/track.gif">',
  })

const inbox = async (query = ''): Promise<MailMessage[]> =>
  JSON.parse((await httpRequest(`${mail.inboxUrl}/api/messages${query}`)).body)

describe('startMail', () => {
  test('keeps what SMTP delivers and lists it by recipient, newest first', async () => {
    await deliver('a@example.com', 'first')
    await deliver(['A@example.com', 'b@example.com'], 'second')
    expect((await inbox('?to=a%40EXAMPLE.com')).map(({ subject }) => subject)).toEqual(['second', 'first'])
    expect(await inbox('?to=example.com')).toEqual([])
    const [message] = await inbox('?to=b@example.com')
    expect(message).toMatchObject({ to: 'A@example.com, b@example.com', from: 'no-reply@wallet.localhost' })
    expect(message?.text).toContain('Code 123456 – für dich')
    expect(message?.html).toContain('<b>123456</b>')
    expect(Number.isNaN(Date.parse(message?.date ?? ''))).toBe(false)
  })

  test('deletes all', async () => {
    await deliver('a@example.com')
    expect((await httpRequest(`${mail.inboxUrl}/api/messages`, { method: 'DELETE' })).status).toBe(200)
    expect(await inbox()).toEqual([])
  })

  test('shows HTML mail under a policy that neither runs nor loads anything', async () => {
    await deliver('a@example.com')
    const [message] = await inbox()
    const page = await httpRequest(`${mail.inboxUrl}/messages/${message?.id}`)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/sandbox$/)
    expect(policy).not.toContain('http')
    expect((await httpRequest(mail.inboxUrl)).body).toMatch(/<iframe [^>]*sandbox>/)
  })

  test('refuses foreign host names and unknown paths', async () => {
    const rebound = await httpRequest(`${mail.inboxUrl}/api/messages`, {
      headers: { host: 'evil.example:80' },
    })
    expect(rebound.status).toBe(421)
    expect((await httpRequest(`${mail.inboxUrl}/http://example.com/`)).status).toBe(404)
    expect((await httpRequest(`${mail.inboxUrl}/health`)).status).toBe(200)
    expect((await httpRequest(`${mail.inboxUrl}/`, { method: 'POST' })).status).toBe(404)
  })

  test('waits for mail, and says so when none comes', async () => {
    const waiting = mail.waitForMessage('late@example.com')
    await deliver('late@example.com')
    expect((await waiting).subject).toBe('Your code')
    await expect(mail.waitForMessage('never@example.com', { timeout: 20 })).rejects.toThrow(
      'No mail to never@',
    )
    const since = new Date(Date.now() + 60_000)
    await expect(mail.waitForMessage('late@example.com', { timeout: 20, since })).rejects.toThrow('No mail')
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(mail.waitForMessage('never@example.com', { signal })).rejects.toThrow('enough')
  })

  test('stops, refuses delivery, and comes back on the same ports with its mail', async () => {
    await deliver('a@example.com')
    await mail.stop()
    await expect(deliver('a@example.com')).rejects.toThrow('ECONNREFUSED')
    await mail.restart()
    await deliver('a@example.com', 'after')
    expect((await inbox()).map(({ subject }) => subject)).toEqual(['after', 'Your code'])
  })

  test.each([421, 452] as const)('takes no mail while it refuses with %i', async (code) => {
    mail.refuseWith(code)
    await expect(deliver('a@example.com')).rejects.toMatchObject({ responseCode: code })
    expect(mail.messages()).toEqual([])
    mail.refuseWith(null)
    await deliver('a@example.com')
    expect(mail.messages()).toHaveLength(1)
  })

  test('names the port that is taken', async () => {
    await expect(startMail({ smtpPort: mail.smtpPort })).rejects.toThrow(`port ${mail.smtpPort}`)
    await expect(startMail({ httpPort: mail.httpPort })).rejects.toThrow(`port ${mail.httpPort}`)
  })
})

describe('createMailStore', () => {
  test('drops the oldest when it is full', () => {
    const store = createMailStore(2)
    const message = { to: 'a@example.com', from: '', subject: '', text: '', html: '', date: '' }
    for (const id of ['1', '2', '3']) store.add({ ...message, id })
    expect(store.list().map(({ id }) => id)).toEqual(['3', '2'])
    expect(store.find('1')).toBeUndefined()
  })
})
