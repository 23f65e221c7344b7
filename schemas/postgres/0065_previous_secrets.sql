-- After two rotations within a day, two earlier secrets are valid: `old_secret` is the older one, and this is the newer one.
-- Workers of earlier versions sign with `old_secret` alone.
alter table webhooks
  add column previous_secret text,
  add column previous_secret_until timestamptz
    check ((previous_secret is null) = (previous_secret_until is null));
