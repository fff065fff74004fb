// oxlint-disable relay/unused-fields -- the reason why an invitation did not arrive is passed on as a whole
import { Button, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useLocation } from 'react-router-dom';
import type {
  Members_organization$data,
  Members_organization$key,
} from '../../__generated__/Members_organization.graphql.ts';
import type { MembersRemoveMutation } from '../../__generated__/MembersRemoveMutation.graphql.ts';
import type { MembersResendMutation } from '../../__generated__/MembersResendMutation.graphql.ts';
import type { MembersRoleMutation } from '../../__generated__/MembersRoleMutation.graphql.ts';
import type { MembersWithdrawMutation } from '../../__generated__/MembersWithdrawMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { organizationWords } from '../../generated/words/organization.ts';
import { formatStored } from '../../words/server-words.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { InviteMembers } from './InviteMembers.tsx';
import { memberRoles, type KnownRole } from './member-roles.ts';
import styles from './OrganizationScreen.module.css';

type Member = NonNullable<Members_organization$data['members']>[number];

/**
 * Members of an organization. Its administrators change roles, invite, and remove members, but can't do so to
 * themselves.
 */
export function Members({ organization: key }: { organization: Members_organization$key }) {
  const { id, members, partnerTokens } = useFragment(
    graphql`
    fragment Members_organization on Organization {
      id
      partnerTokens {
        id
      }
      members {
        ...liveFragments_member
        role
        status
        me
        hasSecondFactor
        invitationNotices {
          code
          parameters
        }
        emailNotices {
          code
          parameters
        }
        user {
          id
          name
          email
          avatar
        }
      }
    }
  `,
    key,
  );
  const { members: w } = useWords(organizationWords);
  const { hash, key: visit } = useLocation();
  // Scrolls to the person that the user is looking for.
  useEffect(() => {
    const item = hash.startsWith('#member-') && document.getElementById(hash.slice(1));
    if (!item) return;
    item.scrollIntoView({ block: 'center' });
    item.focus({ preventScroll: true });
  }, [hash, visit]);
  if (!members) return null;
  // Only organization administrators receive partner tokens.
  const manages = partnerTokens != null;
  return (
    <Panel title={w.title}>
      <ul className={styles.members}>
        {members.map((member) => (
          <MemberItem
            key={member.user.id}
            organization={id}
            member={member}
            manages={manages && !member.me}
          />
        ))}
      </ul>
      {manages && <InviteMembers organization={id} />}
    </Panel>
  );
}

interface MemberItemProps {
  organization: string;
  member: Member;
  /** Whether the viewer may change this member. */
  manages: boolean;
}

function MemberItem({ organization, member, manages }: MemberItemProps) {
  const { members: w } = useWords(organizationWords);
  const { user, role, status, me, hasSecondFactor, invitationNotices, emailNotices } = member;
  const isInvited = status === 'INVITED';
  const name = isInvited ? user.email : user.name || user.email;
  const shown = w.roles[role as KnownRole] ?? role;
  return (
    <li id={`member-${user.id}`} tabIndex={-1}>
      {user.avatar ? (
        <img src={user.avatar} alt="" className={styles.avatar} width={34} height={34} />
      ) : (
        <span className={styles.initial} aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <span className={styles.who}>
        <strong>{me ? w.you({ name }) : name}</strong>
        {!isInvited && <span>{user.email}</span>}
        {!isInvited && hasSecondFactor != null && <span>{hasSecondFactor ? w.secured : w.passwordOnly}</span>}
        {invitationNotices && (
          <FieldError>
            {w.notDelivered} {formatStored('', invitationNotices)}
          </FieldError>
        )}
        {emailNotices && (
          <FieldError>
            {w.mailNotDelivered} {formatStored('', emailNotices)}
          </FieldError>
        )}
      </span>
      {manages ? (
        <MemberActions
          organization={organization}
          user={user.id}
          name={name}
          role={role as KnownRole}
          isInvited={isInvited}
        />
      ) : (
        <span className={styles.role}>{isInvited ? w.invited({ role: shown }) : shown}</span>
      )}
    </li>
  );
}

interface Settled {
  ok: boolean;
  message?: string;
  fieldErrors?: object;
}

interface MemberActionsProps {
  organization: string;
  user: string;
  name: string;
  role: KnownRole;
  isInvited: boolean;
}

function MemberActions({ organization, user, name, role, isInvited }: MemberActionsProps) {
  const { members: w } = useWords(organizationWords);
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [change, changing] = useAction<MembersRoleMutation>(roleMutation);
  const [exclude, excluding] = useAction<MembersRemoveMutation>(excludeMutation);
  const settle = (outcome: Settled, done: string) => {
    setError(
      outcome.ok || Object.keys(outcome.fieldErrors ?? {}).length === 0 ? null : (outcome.message ?? null),
    );
    if (outcome.ok) notify(done, 2000);
  };
  return (
    <span className={styles.actions}>
      <Select
        size="xs"
        w={160}
        aria-label={w.roleOf({ name })}
        allowDeselect={false}
        disabled={changing}
        data={memberRoles.map((value) => ({ value, label: w.roles[value] }))}
        value={role}
        onChange={(next) =>
          next &&
          next !== role &&
          void change({ input: { organization, user, role: next as KnownRole } }).then((outcome) =>
            settle(outcome, w.roleChanged({ name, role: w.roles[next as KnownRole] })),
          )
        }
      />
      {isInvited ? (
        <InvitationActions organization={organization} user={user} name={name} onSettled={settle} />
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={w.excludeOf({ name })}
          onClick={() => setAsked(true)}
        >
          {w.exclude}
        </Button>
      )}
      <FieldError>{error}</FieldError>
      <ConfirmDialog
        title={w.excludeTitle({ name })}
        confirm={w.exclude}
        opened={asked}
        busy={excluding}
        onConfirm={() =>
          void exclude({ input: { organization, user } }).then((outcome) => {
            setAsked(false);
            settle(outcome, w.excluded({ name }));
          })
        }
        onClose={() => setAsked(false)}
      >
        <p>{w.excludeText}</p>
      </ConfirmDialog>
    </span>
  );
}

interface InvitationActionsProps extends Pick<MemberActionsProps, 'organization' | 'user' | 'name'> {
  onSettled: (outcome: Settled, done: string) => void;
}

/** Sends an invitation again, or withdraws it. */
function InvitationActions({ organization, user, name, onSettled: settle }: InvitationActionsProps) {
  const { members: w } = useWords(organizationWords);
  const [resend, resending] = useAction<MembersResendMutation>(resendMutation);
  const [withdraw, withdrawing] = useAction<MembersWithdrawMutation>(withdrawMutation);
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={resending}
        aria-label={w.resendTo({ name })}
        onClick={() =>
          void resend({ input: { organization, user } }).then((outcome) =>
            settle(outcome, w.resent({ name })),
          )
        }
      >
        {w.resend}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        loading={withdrawing}
        aria-label={w.withdrawOf({ name })}
        onClick={() =>
          void withdraw({ input: { organization, user } }).then((outcome) =>
            settle(outcome, w.withdrawn({ name })),
          )
        }
      >
        {w.withdraw}
      </Button>
    </>
  );
}

const roleMutation = graphql`
  mutation MembersRoleMutation($input: ChangeMemberRoleInput!) {
    result: changeMemberRole(input: $input) {
      __typename
      ... on ChangeMemberRoleSuccess {
        organization {
          id
          members {
            ...liveFragments_member
          }
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const resendMutation = graphql`
  mutation MembersResendMutation($input: ResendInvitationInput!) {
    result: resendInvitation(input: $input) {
      __typename
      ... on ResendInvitationSuccess {
        organization {
          id
          members {
            ...liveFragments_member
          }
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const withdrawMutation = graphql`
  mutation MembersWithdrawMutation($input: WithdrawInvitationInput!) {
    result: withdrawInvitation(input: $input) {
      __typename
      ... on WithdrawInvitationSuccess {
        organization {
          id
          members {
            ...liveFragments_member
          }
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const excludeMutation = graphql`
  mutation MembersRemoveMutation($input: RemoveMemberInput!) {
    result: removeMember(input: $input) {
      __typename
      ... on RemoveMemberSuccess {
        organization {
          id
          members {
            ...liveFragments_member
          }
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
