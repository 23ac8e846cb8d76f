import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Address } from './Address.tsx'
import { Amount } from './Amount.tsx'
import { Avatar } from './Avatar.tsx'
import { adoptStyles } from './adoptStyles.ts'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { Chip } from './Chip.tsx'
import { applyAccent } from './computeAccent.ts'
import { Disclosure } from './Disclosure.tsx'
import { Divider } from './Divider.tsx'
import { Header } from './Header.tsx'
import { Icon } from './Icon.tsx'
import { CopyButton, IconButton } from './IconButton.tsx'
import { OtpField } from './OtpField.tsx'
import { Row } from './Row.tsx'
import { Skeleton } from './Skeleton.tsx'
import { hasSocialMark, SocialMark } from './SocialMark.tsx'
import { Spinner } from './Spinner.tsx'
import styles from './styles.css?inline'
import { Tabs } from './Tabs.tsx'
import { TextField } from './TextField.tsx'
import { ToastHost } from './Toast.tsx'
import tokens from './tokens.css?inline'

const none = () => {}
const tones = ['neutral', 'accent', 'success', 'warning', 'danger'] as const
const banners = ['info', 'success', 'warning', 'danger'] as const

const everything = (
  <main className="lk-root lk-stack" style={{ background: 'var(--lk-background)' }}>
    <h1 className="lk-title">Parts</h1>
    <Header title="Networks" onBack={none} backLabel="Back" onClose={none} closeLabel="Close" />
    {(['primary', 'secondary', 'danger', 'ghost'] as const).map((variant) => (
      <Button key={variant} variant={variant} onClick={none}>
        Send code
      </Button>
    ))}
    <Button loading>Saving</Button>
    <Button icon={<SocialMark provider="github" size={20} />}>Continue with GitHub</Button>
    <Button arming>Approve</Button>
    <IconButton icon="settings" label="Settings" variant="primary" />
    <TextField label="E-mail" hint="We send a code." leading={<Icon name="mail" />} placeholder="E-mail" />
    <TextField label="Amount" error="You have 3.2 ETH." />
    <OtpField label="Code" value="12" onChange={none} hint="Six digits" />
    <div className="lk-line">
      {tones.map((tone) => (
        <Chip key={tone} tone={tone}>
          Chip
        </Chip>
      ))}
    </div>
    {banners.map((tone) => (
      <Banner
        key={tone}
        tone={tone}
        title="What happened"
        code="5012"
        copyLabels={{ copy: 'Copy code', copied: 'Copied' }}
        action={<Button size="small">Try again</Button>}
      >
        What to do.
      </Banner>
    ))}
    <Row label="MetaMask" sublabel="0.1 ETH" trailing={<Chip>Installed</Chip>} onClick={none} chevron />
    <Row label="Rabby" trailing={<Chip tone="accent">Recent</Chip>} onClick={none} current />
    <Row label="Explorer" href="https://example.com/" icon={<Avatar seed="a" size={32} />} />
    <Tabs
      label="Account"
      value="a"
      onChange={none}
      tabs={[
        { id: 'a', label: 'Tokens' },
        { id: 'b', label: 'NFTs' },
      ]}
    >
      <Skeleton width="50%" />
    </Tabs>
    <Card>
      <Address value="0x52908400098527886E0F7030069857D2E4169EE7" form="long" />
      <Amount value="+1.5" unit="ETH" tone="success" />
      <Amount unknownLabel="Unknown" />
    </Card>
    <Divider>or</Divider>
    <Divider />
    <Disclosure summary="Raw data">0x00</Disclosure>
    <CopyButton value="x" label="Copy link" copiedLabel="Copied" variant="button" />
    <Spinner label="Loading" />
    <ToastHost
      toast={{ id: 1, tone: 'loading', message: 'Sending' }}
      onDismiss={none}
      dismissLabel="Dismiss"
    />
  </main>
)

const ends = (animation: Animation): boolean =>
  Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))

const undo: (() => void)[] = []
const style = () => {
  undo.push(adoptStyles(document, tokens), adoptStyles(document, styles))
}

describe('the parts together', () => {
  afterEach(() => {
    for (const step of undo.splice(0)) step()
    delete document.documentElement.dataset.theme
  })

  it.each(['dark', 'light'])('axe finds nothing in the %s theme', async (theme) => {
    document.documentElement.dataset.theme = theme
    style()
    await render(everything)
    await expect.poll(() => document.querySelector('.lk-toast')).not.toBeNull()
    // A colour on its way is no colour yet.
    await Promise.all(
      document
        .getAnimations()
        .filter(ends)
        .map((animation) => animation.finished),
    )
    const { violations } = await axe.run(document.querySelector('main') ?? document)
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
  })

  it.each([
    ['primary', 'dark', undefined],
    ['primary', 'light', undefined],
    ['primary', 'dark', '#ffcc00'],
    ['danger', 'dark', undefined],
    ['danger', 'light', undefined],
    ['secondary', 'dark', undefined],
    ['secondary', 'light', undefined],
    ['ghost', 'dark', undefined],
    ['ghost', 'light', undefined],
  ] as const)(
    'a %s button under the pointer is readable, theme %s, accent %s',
    async (variant, theme, accent) => {
      document.documentElement.dataset.theme = theme
      style()
      applyAccent(document.documentElement, accent, theme)
      undo.push(() => applyAccent(document.documentElement, undefined, theme))
      await render(
        <main className="lk-root" style={{ background: 'var(--lk-background)' }}>
          <Button variant={variant} onClick={none}>
            Under the pointer
          </Button>
          <p style={{ position: 'fixed', insetBlockEnd: 0, insetInlineEnd: 0 }}>aside</p>
        </main>,
      )
      const settled = () => Promise.all(document.getAnimations().map((animation) => animation.finished))
      const button = page.getByRole('button', { name: 'Under the pointer' })
      // Wherever the pointer was left, the button may be under it already.
      await page.getByText('aside').hover()
      await settled()
      const resting = getComputedStyle(button.element()).backgroundColor
      await button.hover()
      const ground = () => getComputedStyle(button.element()).backgroundColor
      await expect.poll(ground).not.toBe(resting)
      await settled()
      const { violations } = await axe.run(button.element(), { runOnly: ['color-contrast'] })
      expect(violations.map(({ id }) => id)).toEqual([])
    },
  )

  it('draws a mark for each network it knows, and for nothing else', async () => {
    style()
    const { container } = await render(everything)
    const mark = container.querySelector('.lk-button svg[viewBox="0 0 24 24"]')
    expect(mark?.getAttribute('width')).toBe('20')
    expect(mark?.getAttribute('aria-hidden')).toBe('true')
    const known = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']
    expect(known.filter(hasSocialMark)).toEqual(known)
    expect(['email', 'passkey', 'constructor', ''].filter(hasSocialMark)).toEqual([])
  })

  it.each([
    ['google', ['#4285f4', '#34a853', '#fbbc05', '#ea4335']],
    ['discord', ['#5865f2']],
    ['facebook', ['#ffffff', '#0866ff']],
    ['farcaster', ['#ffffff', '#855dcd']],
    ['x', ['currentColor']],
    ['apple', ['currentColor']],
    ['github', ['currentColor']],
  ] as const)(
    'the mark of %s has the colours that its owner asks for, within its grid',
    async (name, colors) => {
      const { container } = await render(<SocialMark provider={name} />)
      const paths = [...container.querySelectorAll('path')]
      expect(paths.map((path) => path.getAttribute('fill'))).toEqual(colors)
      for (const path of paths) {
        const { x, y, width, height } = path.getBBox()
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.01)
        expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(24.01)
      }
    },
  )

  it('has the measures', async () => {
    style()
    await render(everything)
    const height = (selector: string) => document.querySelector<HTMLElement>(selector)?.offsetHeight
    expect(height('.lk-button')).toBe(48)
    expect(height('.lk-input')).toBe(48)
    expect(height('.lk-header')).toBe(64)
    expect(height('.lk-row')).toBe(56)
    expect(height('.lk-icon-button')).toBe(40)
    const field = document.querySelector('.lk-input-control')
    expect(field && getComputedStyle(field).fontSize).toBe('16px')
  })
})
