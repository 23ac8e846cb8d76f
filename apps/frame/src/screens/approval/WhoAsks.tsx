import type { ReactElement } from 'react'
import { Say, useSay } from '../../locales/LocaleContext.tsx'
import type { SiteIdentity } from '../../site/plainText.ts'

/** Who asks: the origin that the handshake proved, with the part that was registered set off; never a title or an icon. */
export function WhoAsks({ site, appName }: { site: SiteIdentity; appName: string | null }): ReactElement {
  const say = useSay()
  return (
    <section className="fr-asks" data-watched aria-label={say('asks.heading')}>
      <p className="fr-asks-origin">
        <bdi dir="ltr">
          {site.insecure ? site.scheme : null}
          {site.prefix}
          <strong>{site.registrable}</strong>
          {site.port}
        </bdi>
        {site.insecure ? <span className="fr-asks-note">{say('asks.insecure')}</span> : null}
      </p>
      {site.punycode ? <p className="fr-asks-warn">{say('asks.punycode')}</p> : null}
      {appName === null ? null : (
        <p className="fr-asks-says">
          <Say message="asks.says" values={{ name: <bdi>{appName}</bdi> }} />
        </p>
      )}
    </section>
  )
}
