--
-- PostgreSQL database dump
--

\restrict abcDEF123

-- Dumped from database version 16.4
-- Dumped by pg_dump version 16.4

SET statement_timeout = 0;
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);

CREATE FUNCTION public.touch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  -- It's a comment; with a quote.
  new.updated_at := now();
  return new;
end
$$;

CREATE TABLE public.domains (
    id integer NOT NULL,
    banned boolean DEFAULT false NOT NULL,
    address character varying(255) NOT NULL,
    homepage character varying(255)
);

CREATE TABLE public.links (
    id integer NOT NULL,
    address character varying(255) NOT NULL,
    description character varying(255),
    banned boolean DEFAULT false NOT NULL,
    domain_id integer,
    password character varying(255),
    expire_in timestamp with time zone,
    target character varying(2097152) NOT NULL,
    user_id integer,
    visit_count integer DEFAULT 0 NOT NULL,
    uuid uuid DEFAULT public.gen_random_uuid() NOT NULL,
    created_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    updated_at timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

--
-- Data for Name: domains; Type: TABLE DATA; Schema: public; Owner: kutt
--

COPY public.domains (id, banned, address, homepage) FROM stdin;
3	f	HOST	\N
\.


--
-- Data for Name: links; Type: TABLE DATA; Schema: public; Owner: kutt
--

COPY public.links (id, address, description, banned, domain_id, password, expire_in, target, user_id, visit_count, uuid, created_at, updated_at) FROM stdin;
1	SLUG-one	Tab\there, and a \\ backslash	f	\N	\N	2999-01-01 00:00:00+00	https://example.com/one	1	12	0b6e8c1a-7a3c-4c1e-9a53-000000000001	2022-05-06 07:08:09.123456+00	2022-05-06 07:08:09+00
2	SLUG-two	\N	t	3	\N	\N	https://example.com/two	1	0	0b6e8c1a-7a3c-4c1e-9a53-000000000002	2022-05-07 07:08:09+02	2022-05-06 07:08:09+00
3	SLUG-secret	\N	f	\N	$2b$12$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234	\N	https://example.com/secret	2	3	0b6e8c1a-7a3c-4c1e-9a53-000000000003	2022-05-08 07:08:09+00	2022-05-06 07:08:09+00
\.


COPY public.visits (id, countries, created_at, link_id, referrers, total, br_chrome) FROM stdin;
1	{"us": 2}	2023-01-01 10:00:00+00	1	{"[direct]": 2}	2	2
\.


ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (id);

--
-- PostgreSQL database dump complete
--

\unrestrict abcDEF123
