import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  PartnerTokens_organization$data,
  PartnerTokens_organization$key,
} from '../../__generated__/PartnerTokens_organization.graphql.ts';
import type { PartnerTokensRevokeMutation } from '../../__generated__/PartnerTokensRevokeMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { NewPartnerToken } from './NewPartnerToken.tsx';
import styles from './OrganizationScreen.module.css';

type Token = NonNullable<PartnerTokens_organization$data['partnerTokens']>[number];

/**
 * The tokens of partners' programs: seen, made and revoked by the organization's maintainers, to whom alone
 * the server tells of them.
 */
export function PartnerTokens({ organization: key }: { organization: PartnerTokens_organization$key }) {
  const { id, partnerTokens } = useFragment(
    graphql`
    fragment PartnerTokens_organization on Organization {
      id
      partnerTokens {
        id
        name
        prefix
        readOnly
        createdAt
        expiresAt
        revokedAt
        lastUsedAt
        lastUsedNetwork
        callsPerMinute
        projects {
          id
          name
        }
      }
    }
  `,
    key,
  );
  const { tokens: w } = useWords(organizationWords);
  if (!partnerTokens) return null;
  return (
    <Panel title={w.title}>
      <p className={styles.note}>
        {w.about}{' '}
        {w.tryIt({
          explorer: (text) => <a href="/explorer">{text}</a>,
          rest: (text) => <a href="/api/docs">{text}</a>,
        })}
      </p>
      {partnerTokens.length === 0 ? (
        <p className={styles.note}>{w.none}</p>
      ) : (
        <ul className={styles.tokens}>
          {partnerTokens.map((token) => (
            <TokenItem key={token.id} token={token} />
          ))}
        </ul>
      )}
      <NewPartnerToken organization={id} />
    </Panel>
  );
}

function TokenItem({
  token: {
    id,
    name,
    prefix,
    readOnly,
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
    lastUsedNetwork,
    callsPerMinute,
    projects,
  },
}: {
  token: Token;
}) {
  const { tokens: w } = useWords(organizationWords);
  const format = useDateTimeFormat();
  const [asked, setAsked] = useState(false);
  const [revoke, busy] = useAction<PartnerTokensRevokeMutation>(revokeMutation);
  const confirm = async () => {
    const { ok } = await revoke({ input: { id } });
    setAsked(false);
    if (ok) notify(w.revoked({ name }), 2000);
  };
  const facts = [
    readOnly ? w.reads : w.writes,
    projects &&
      (projects.length === 0 ? w.gone : w.of({ projects: projects.map((one) => one.name).join(', ') })),
    callsPerMinute && w.most({ count: callsPerMinute }),
    w.created({ when: format(createdAt) }),
    lastUsedAt
      ? lastUsedNetwork
        ? w.usedFrom({ when: format(lastUsedAt), network: lastUsedNetwork })
        : w.used({ when: format(lastUsedAt) })
      : w.unused,
    revokedAt
      ? w.isRevoked({ when: format(revokedAt) })
      : expiresAt && w.expires({ when: format(expiresAt) }),
  ];
  return (
    <li data-ended={revokedAt ? '' : undefined}>
      <span className={styles.facts}>
        <strong>{name}</strong>
        <span>
          <code>{prefix}…</code> · {facts.filter(Boolean).join(' · ')}
        </span>
      </span>
      {!revokedAt && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={w.revokeOf({ name })}
          onClick={() => setAsked(true)}
        >
          {w.revoke}
        </Button>
      )}
      <ConfirmDialog
        title={w.revokeTitle}
        confirm={w.revoke}
        opened={asked}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        <p>{w.revokeText({ name })}</p>
      </ConfirmDialog>
    </li>
  );
}

const revokeMutation = graphql`
  mutation PartnerTokensRevokeMutation($input: RevokePartnerTokenInput!) {
    result: revokePartnerToken(input: $input) {
      __typename
      ... on RevokePartnerTokenSuccess {
        token {
          id
          revokedAt
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
