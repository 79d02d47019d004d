#!/usr/bin/env bash
# Does what Supabase's own command can do of deploy/supabase.md, and may be run again.
#   PROJECT=REF DATABASE_URL='postgresql://…' deploy/supabase.sh secrets.env supabase.crt
set -euo pipefail

refuse() {
  echo "$1" >&2
  exit 2
}

usage="Call it so: PROJECT=REF DATABASE_URL='postgresql://…' deploy/supabase.sh secrets.env supabase.crt"
[ $# -eq 2 ] && [ -n "${PROJECT:-}" ] && [ -n "${DATABASE_URL:-}" ] || refuse "$usage"
for file in "$1" "$2"; do
  [ -r "$file" ] && [ -s "$file" ] || refuse "$file cannot be read, or is empty. Nothing was changed."
done
secrets=$(realpath "$1")
certificate=$(cat "$2")
cd "$(dirname "$0")/.."

# A value of the file, without the quotes around it and without what Windows ends a line with.
secret() { sed -n "s/\r\$//; s/^$1=//p" "$secrets" | tail -n 1 | sed -E "s/^\"(.*)\"\$/\1/; s/^'(.*)'\$/\1/"; }
site=$(secret SITE_URL)
anon_key=$(secret BACKEND_ANON_KEY)
mail_key=$(secret MAIL_FUNCTION_KEY)
[ -n "$site" ] && [ -n "$anon_key" ] || refuse "SITE_URL and BACKEND_ANON_KEY must be set in $secrets. Nothing was changed."
[[ $mail_key =~ ^[A-Za-z0-9_-]{32,}$ ]] ||
  refuse "MAIL_FUNCTION_KEY in $secrets must be at least 32 letters, digits, dashes and underscores: openssl rand -hex 24. Nothing was changed."

supabase() { npx --yes supabase@3.1.0 "$@"; }
backend="https://$PROJECT.supabase.co"
read -r -p "This builds the site for $site, and changes the project $PROJECT: its list, its secrets, three functions and a job. Go on? [y/N] " answer
[ "$answer" = y ] || refuse "Nothing was changed."

# The site, and the words of the emails: they travel with the function that sends.
SITE_URL=$site BACKEND_ANON_KEY=$anon_key VITE_BACKEND_URL=$backend npm run build

# The list. Before the functions, which expect what it brings.
supabase db push --remote="$DATABASE_URL" --yes

# The functions that take joins, answer links and send emails.
supabase secrets set --remote="$PROJECT" --env-file "$secrets"
supabase secrets set --remote="$PROJECT" "CA_CERTIFICATE=$certificate"
supabase functions deploy enhanced-waitlist waitlist-links waitlist-mail \
  --remote="$PROJECT" --use-api --no-verify-jwt --yes

# The call of each minute, from a file that nobody else can read.
job=$(mktemp)
trap 'rm -f "$job"' EXIT
sed -e "s|https://REF.supabase.co|$backend|" -e "s|'MAIL_FUNCTION_KEY'|'$mail_key'|" deploy/supabase.sql > "$job"
supabase db query --remote="$DATABASE_URL" --file "$job" --yes

echo "Put dist/ on the static host. Then ask: npm run waitlist -- doctor (deploy/supabase.md)."
