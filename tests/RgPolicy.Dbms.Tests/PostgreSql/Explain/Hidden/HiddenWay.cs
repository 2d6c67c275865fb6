namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Hidden;

/// <summary>
/// A way on which planning comes to a function of the application's that no text and no object's own definition names:
/// what the DBA made is his, and what it uses is not.
/// </summary>
/// <param name="Name">What leads there.</param>
/// <param name="Setup">What the DBA made.</param>
/// <param name="Texts">Texts whose planning runs the function, where no check looks.</param>
internal sealed record HiddenWay(string Name, string Setup, params string[] Texts)
{
    /// <summary>The server's version from which on there is such a thing.</summary>
    public int Since { get; init; }

    /// <summary>What every way begins with: the application's functions, which fail with a state of their own where
    /// RgPolicy's role runs them, and a table of the DBA's.</summary>
    public const string Ground = """
        GRANT ALL ON SCHEMA public TO app;
        SET ROLE app;
        CREATE FUNCTION trap() RETURNS int LANGUAGE plpgsql IMMUTABLE AS
            $$ BEGIN IF session_user = 'rgpolicy' THEN RAISE EXCEPTION 'EXECUTED' USING ERRCODE = 'RGRAN'; END IF; RETURN 1; END $$;
        CREATE FUNCTION trap_inc(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap() + $1; END';
        CREATE FUNCTION trap_text(text) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap() = 1; END';
        CREATE FUNCTION trap_cmp(int, int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap() * btint4cmp($1, $2); END';
        CREATE FUNCTION trap_ge(int, int) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap() = 1 AND $1 >= $2; END';
        CREATE FUNCTION trap_points(point, point) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap(); END';
        CREATE FUNCTION trap_begins(text, text) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap() = 1; END';
        RESET ROLE;
        CREATE SCHEMA kept;
        GRANT USAGE ON SCHEMA kept TO rgpolicy;
        CREATE TABLE kept.bills (id int PRIMARY KEY, note text, customer int);
        INSERT INTO kept.bills SELECT i, 'note ' || i, i % 10 FROM generate_series(1, 1000) i;
        ANALYZE kept.bills;
        GRANT SELECT ON ALL TABLES IN SCHEMA kept TO rgpolicy;
        ALTER DATABASE hidden SET search_path = kept;

        """;

    public static IReadOnlyList<HiddenWay> All { get; } =
    [
        new(
            "a function called as the field of a value",
            "CREATE FUNCTION kept.wraps(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT public.trap_inc($1)'",
            "SELECT ((1)::int).wraps",
            "SELECT g.wraps FROM abs(1) g",
            "SELECT (ARRAY[1])[1].wraps"
        ),
        new(
            "a function of another's in the DBA's schema, called as a field",
            """
            CREATE FUNCTION kept.size(text) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap(); END';
            ALTER FUNCTION kept.size OWNER TO app
            """,
            "SELECT ('abc'::text).size",
            "SELECT g.size FROM lower('ABC') g"
        ),
        new(
            "a function of many rows, called as a field",
            """
            CREATE FUNCTION kept.total(VARIADIC kept.bills[]) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN public.trap(); END';
            ALTER FUNCTION kept.total OWNER TO app
            """,
            "SELECT (ROW(1, 'a', 2)::kept.bills).total"
        ),
        new(
            "the operator class of a range's bounds",
            """
            CREATE OPERATOR CLASS kept.odd FOR TYPE int USING btree AS
                OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 public.trap_cmp(int, int);
            CREATE TYPE kept.span AS RANGE (SUBTYPE = int, SUBTYPE_OPCLASS = kept.odd);
            CREATE TABLE kept.spans (s kept.span);
            GRANT SELECT ON kept.spans TO rgpolicy
            """,
            "SELECT '[1,2]'::kept.span",
            "SELECT * FROM kept.spans WHERE s && '[1,2]'"
        ),
        new(
            "the operator class of a type of the server's that has none",
            """
            CREATE OPERATOR CLASS kept.points DEFAULT FOR TYPE point USING btree AS
                OPERATOR 1 <<(point, point), OPERATOR 3 ~=(point, point), FUNCTION 1 public.trap_points(point, point)
            """,
            "SELECT ARRAY[point '(1,2)'] < ARRAY[point '(2,3)']",
            "SELECT greatest(point '(1,2)', point '(2,3)')"
        ),
        new(
            "the negation of an operator",
            """
            CREATE OPERATOR kept.<~ (LEFTARG = int, RIGHTARG = int, FUNCTION = int4lt, RESTRICT = scalarltsel);
            CREATE OPERATOR kept.>=~ (LEFTARG = int, RIGHTARG = int, FUNCTION = public.trap_ge, NEGATOR = OPERATOR(kept.<~), RESTRICT = scalargesel)
            """,
            "SELECT * FROM kept.bills WHERE NOT (customer <~ 5)"
        ),
        new(
            "the other side of an operator",
            """
            CREATE OPERATOR kept.<^ (LEFTARG = int, RIGHTARG = int, FUNCTION = int4lt, RESTRICT = scalarltsel);
            CREATE OPERATOR kept.>^ (LEFTARG = int, RIGHTARG = int, FUNCTION = public.trap_ge, COMMUTATOR = OPERATOR(kept.<^), RESTRICT = scalargtsel)
            """,
            "SELECT * FROM kept.bills WHERE 5 <^ id"
        ),
        new(
            "the other side of an operator of a view's",
            """
            CREATE OPERATOR kept.<^ (LEFTARG = int, RIGHTARG = int, FUNCTION = int4lt, RESTRICT = scalarltsel);
            CREATE OPERATOR kept.>^ (LEFTARG = int, RIGHTARG = int, FUNCTION = public.trap_ge, COMMUTATOR = OPERATOR(kept.<^), RESTRICT = scalargtsel);
            CREATE VIEW kept.small AS SELECT * FROM kept.bills WHERE 5 OPERATOR(kept.<^) id;
            GRANT SELECT ON kept.small TO rgpolicy
            """,
            "SELECT * FROM kept.small"
        ),
        new(
            "the negation of an operator of the server's",
            """
            CREATE OPERATOR kept.!^@ (LEFTARG = text, RIGHTARG = text, FUNCTION = public.trap_begins, NEGATOR = OPERATOR(pg_catalog.^@), RESTRICT = matchingsel)
            """,
            "SELECT * FROM kept.bills WHERE NOT (note ^@ 'n')"
        ),
        new(
            "a domain that another domain's check casts to",
            """
            CREATE DOMAIN kept.inner_text AS text CHECK (public.trap_text(VALUE));
            CREATE DOMAIN kept.outer_text AS text CHECK (VALUE::kept.inner_text IS NOT NULL)
            """,
            "SELECT '{x}'::kept.outer_text[]",
            "SELECT 1 FROM kept.bills WHERE note = ANY ('{x}'::kept.outer_text[])"
        ),
        new(
            "a domain inside a composite type inside a domain",
            """
            CREATE DOMAIN kept.inner_text AS text CHECK (public.trap_text(VALUE));
            CREATE TYPE kept.pair AS (a int, b kept.inner_text[]);
            CREATE DOMAIN kept.pairs AS kept.pair[];
            CREATE TYPE kept.deep AS (p kept.pairs)
            """,
            "SELECT '(\"{\"\"(1,{x})\"\"}\")'::kept.deep"
        ),
        new(
            "an operator that is pg_input_is_valid",
            """
            CREATE DOMAIN public.theirs AS text CHECK (public.trap_text(VALUE));
            ALTER DOMAIN public.theirs OWNER TO app;
            GRANT USAGE ON SCHEMA public TO rgpolicy;
            CREATE OPERATOR kept.?? (LEFTARG = text, RIGHTARG = text, FUNCTION = pg_input_is_valid)
            """,
            "SELECT * FROM kept.bills WHERE customer = ('x'::text ?? 'public.theirs'::text)::int"
        )
        {
            Since = 16,
        },
        new(
            "another name for pg_input_is_valid",
            """
            CREATE DOMAIN public.theirs AS text CHECK (public.trap_text(VALUE));
            ALTER DOMAIN public.theirs OWNER TO app;
            GRANT USAGE ON SCHEMA public TO rgpolicy;
            CREATE FUNCTION kept.fits(text, text) RETURNS bool LANGUAGE internal STABLE AS 'pg_input_is_valid'
            """,
            "SELECT * FROM kept.bills WHERE customer = kept.fits('x', 'public.theirs')::int"
        )
        {
            Since = 16,
        },
    ];

    public override string ToString() => Name;
}
