import { Button, Select } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type {
  ProjectRoles_project$data,
  ProjectRoles_project$key,
} from '../../__generated__/ProjectRoles_project.graphql.ts';
import type { ProjectRole, ProjectRolesMutation } from '../../__generated__/ProjectRolesMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { unplacedErrors } from '../../ui/forms/field-errors.ts';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { administrationWords, type AdministrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';
import { PersonSelect, type Person } from './PersonSelect.tsx';

type Grant = NonNullable<ProjectRoles_project$data['roleGrants']>[number];
type KnownRole = keyof AdministrationWords['roles']['names'];

const roles: readonly KnownRole[] = ['MAINTAINER', 'STATS', 'QA'];

interface ProjectRolesProps {
  project: ProjectRoles_project$key;
  onChange: () => void;
}

/** Roles of users in this project only, assigned and removed immediately. */
export function ProjectRoles({ project: key, onChange }: ProjectRolesProps) {
  const { id, roleGrants } = useFragment(
    graphql`
    fragment ProjectRoles_project on Project {
      id
      roleGrants {
        role
        user {
          id
          name
          email
        }
      }
    }
  `,
    key,
  );
  const { roles: w } = useWords(administrationWords);
  const grants = roleGrants ?? [];
  const list = useRef<HTMLDivElement>(null);
  return (
    <Panel title={w.title}>
      <p className={styles.note}>{w.about}</p>
      <div ref={list} tabIndex={-1} className={styles.granted}>
        {grants.length === 0 ? (
          <p className={styles.note}>{w.none}</p>
        ) : (
          <ul className={styles.list}>
            {grants.map((grant) => (
              <GrantItem
                key={`${grant.user.id} ${grant.role}`}
                project={id}
                grant={grant}
                onTaken={() => {
                  // Its button, which had the focus, is gone.
                  list.current?.focus();
                  onChange();
                }}
              />
            ))}
          </ul>
        )}
      </div>
      <GiveRole project={id} onGiven={onChange} />
    </Panel>
  );
}

function useSetRole() {
  return useAction<ProjectRolesMutation>(graphql`
    mutation ProjectRolesMutation($input: SetProjectRoleInput!) {
      result: setProjectRole(input: $input) {
        __typename
        ... on SetProjectRoleSuccess {
          project {
            id
            ...ProjectRoles_project
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
}

const roleName = (names: Readonly<Record<KnownRole, string>>, role: ProjectRole): string =>
  names[role as KnownRole] ?? role;

function GrantItem({
  project,
  grant: { user, role },
  onTaken,
}: {
  project: string;
  grant: Grant;
  onTaken: () => void;
}) {
  const { roles: w } = useWords(administrationWords);
  const [set, busy] = useSetRole();
  const name = user.name || user.email;
  const shown = roleName(w.names, role);
  const take = async () => {
    const { ok } = await set({ input: { project, user: user.id, role: role as KnownRole, granted: false } });
    if (!ok) return;
    notify(w.taken({ role: shown, name }), 2000);
    onTaken();
  };
  return (
    <li>
      <span className={styles.who}>
        <Link to={`/projects/administration/people/${encodeURIComponent(user.id)}`}>{name}</Link>
        {user.name && <span>{user.email}</span>}
      </span>
      <span className={styles.facts}>
        <span>{shown}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          loading={busy}
          aria-label={w.takeOf({ role: shown, name })}
          onClick={() => void take()}
        >
          {w.take}
        </Button>
      </span>
    </li>
  );
}

function GiveRole({ project, onGiven }: { project: string; onGiven: () => void }) {
  const { roles: w } = useWords(administrationWords);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [person, setPerson] = useState<Person | null>(null);
  const [role, setRole] = useState<KnownRole>('QA');
  const [set, busy] = useSetRole();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!person) return refuse({ user: w.choosePerson });
    const outcome = await set({ input: { project, user: person.id, role, granted: true } });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    notify(w.given({ role: w.names[role], name: person.name }), 2000);
    setPerson(null);
    onGiven();
  };
  return (
    <form ref={form} className={styles.grant} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.fields}>
        <PersonSelect
          label={w.person}
          description={w.personHint}
          value={person}
          error={errors['user']}
          onChange={(chosen) => {
            setPerson(chosen);
            clear('user');
          }}
        />
        <Select
          label={w.role}
          description={w.does[role]}
          allowDeselect={false}
          data={roles.map((value) => ({ value, label: w.names[value] }))}
          value={role}
          error={errors['role']}
          onChange={(value) => {
            if (value) setRole(value as KnownRole);
            clear('role');
          }}
        />
      </div>
      <FieldError>{unplacedErrors(errors, ['user', 'role'])[0]}</FieldError>
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {w.give}
        </Button>
      </div>
    </form>
  );
}
