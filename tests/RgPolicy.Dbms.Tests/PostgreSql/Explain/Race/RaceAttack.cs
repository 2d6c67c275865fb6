namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Race;

/// <summary>What a database user does again and again, on connections of his own, while statements are
/// explained.</summary>
/// <param name="Name">What he replaces.</param>
/// <param name="Changes">His statements in turn, each as one script; one that fails does not matter.</param>
/// <param name="Texts">The statements that are explained meanwhile; one at least has a plan whatever he does.</param>
internal sealed record RaceAttack(string Name, string[] Changes, string[] Texts)
{
    private const string TakesBack = "ALTER TABLE shared.handed OWNER TO postgres; COMMIT";

    /// <summary>What the DBA does meanwhile: gives a table to the raider, and takes it back without
    /// what he made of it.</summary>
    public string[] DbaChanges { get; init; } = [];

    /// <summary>All of it is always his, so that a guard does not need locks to see it.</summary>
    public bool IsByOwnerAlone { get; init; }

    /// <summary>The name of its database and, with another word in front, of its raider.</summary>
    public string Place => "race_" + Name.Replace(' ', '_');

    public static IReadOnlyList<RaceAttack> All { get; } =
    [
        new(
            "view",
            [
                "BEGIN; CREATE OR REPLACE VIEW arena.v AS SELECT arena.trap(1) AS id; CREATE OR REPLACE VIEW "
                    + "shared.handed_view AS SELECT arena.trap(1) AS id;"
                    + " SELECT pg_sleep(0.003); COMMIT",
                "CREATE OR REPLACE VIEW arena.v AS SELECT id FROM solid.t",
                "CREATE OR REPLACE VIEW shared.handed_view AS SELECT arena.trap(1) AS id",
            ],
            [
                "SELECT * FROM arena.v",
                "SELECT id FROM v WHERE id = 1",
                "SELECT * FROM shared.handed_view",
                "SELECT id FROM handed_view",
                "SELECT * FROM solid_view",
            ]
        )
        {
            DbaChanges =
            [
                "ALTER VIEW shared.handed_view OWNER TO $raider",
                "BEGIN; CREATE OR REPLACE VIEW shared.handed_view AS SELECT id FROM solid.t; ALTER VIEW "
                    + "shared.handed_view OWNER TO postgres; COMMIT",
            ],
        },
        new(
            "table",
            [
                "BEGIN; DROP TABLE IF EXISTS shared.swapped; CREATE VIEW shared.swapped AS SELECT "
                    + "arena.trap(1) AS id; COMMIT",
                "BEGIN; DROP VIEW IF EXISTS shared.swapped; CREATE TABLE shared.swapped (id int); COMMIT",
                "CREATE VIEW shared.ledger AS SELECT arena.trap(1) AS id",
                "DROP VIEW shared.ledger",
            ],
            [
                "SELECT * FROM shared.swapped",
                "SELECT * FROM swapped",
                "SELECT * FROM ledger",
                "SELECT * FROM solid.ledger",
            ]
        ),
        new(
            "function",
            [
                "CREATE OR REPLACE FUNCTION shared.calc(int) RETURNS int LANGUAGE sql IMMUTABLE AS "
                    + "'SELECT arena.trap($1)'",
                "CREATE FUNCTION shared.upper(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT arena.trap($1)'",
                "CREATE FUNCTION shared.length(unknown) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN "
                    + "arena.trap(1); END'",
                "DROP FUNCTION shared.upper(int); DROP FUNCTION shared.length(unknown)",
                "CREATE OR REPLACE FUNCTION shared.calc(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1'",
            ],
            [
                "SELECT calc(1)",
                "SELECT shared.calc(1) FROM solid.t",
                "SELECT upper(1) FROM solid.t",
                "SELECT abs(-1) FROM solid.t WHERE id = length('abc')",
            ]
        ),
        new(
            "operator",
            [
                "CREATE OPERATOR shared.= (LEFTARG = int, RIGHTARG = text, FUNCTION = arena.trap_pair)",
                "CREATE OPERATOR shared.+ (LEFTARG = int, RIGHTARG = int, FUNCTION = arena.trap_sum)",
                "DROP OPERATOR shared.= (int, text); DROP OPERATOR shared.+ (int, int)",
            ],
            [
                "SELECT 1 FROM solid.t WHERE 1 = 'a'::text",
                "SELECT 1 OPERATOR(shared.=) 'a'::text",
                "SELECT 1 IN ('a'::text)",
                "SELECT 1 FROM solid.t WHERE id = 1 + 2",
            ]
        ),
        new(
            "type",
            [
                "CREATE DOMAIN shared.amount AS int CHECK (arena.trap(VALUE) > 0)",
                "DROP DOMAIN shared.amount",
                "CREATE DOMAIN shared.amount AS int",
                "ALTER DOMAIN shared.amount ADD CHECK (arena.trap(VALUE) > 0) NOT VALID",
                "DROP DOMAIN shared.amount",
            ],
            [
                "SELECT '{1}'::amount[]",
                "SELECT '{1}'::shared.amount[]",
                "SELECT shared.amount '1'",
                "SELECT * FROM json_to_record('{\"a\":1}') AS r(a shared.amount)",
                "SELECT id FROM solid.t WHERE id = '1'::amount",
                "SELECT '{1}'::solid.amount[]",
            ]
        ),
        new(
            "index",
            [
                "CREATE INDEX trapped ON arena.t (id) WHERE arena.trap(5) > 0",
                "CREATE INDEX trapped_handed ON shared.handed (id) WHERE arena.trap(5) > 0",
                "DROP INDEX arena.trapped",
            ],
            [
                "SELECT * FROM arena.t WHERE id = 1",
                "SELECT * FROM shared.handed WHERE id = 1",
                "SELECT * FROM handed",
                "SELECT * FROM solid.t WHERE id = 1",
            ]
        )
        {
            DbaChanges =
            [
                "ALTER TABLE shared.handed OWNER TO $raider",
                "BEGIN; LOCK TABLE shared.handed; DROP INDEX IF EXISTS shared.trapped_handed; " + TakesBack,
            ],
        },
        new(
            "statistics",
            [
                "CREATE STATISTICS arena.trapped_both ON (arena.trap(5)), id FROM arena.t",
                "CREATE STATISTICS shared.trapped_handed ON (arena.trap(5)), id FROM shared.handed",
                "DROP STATISTICS arena.trapped_both",
            ],
            [
                "SELECT * FROM arena.t WHERE id = 1",
                "SELECT count(*) FROM shared.handed GROUP BY id",
                "SELECT count(*) FROM solid.t GROUP BY id",
            ]
        )
        {
            DbaChanges =
            [
                "ALTER TABLE shared.handed OWNER TO $raider",
                "BEGIN; LOCK TABLE shared.handed; DROP STATISTICS IF EXISTS shared.trapped_handed; " + TakesBack,
            ],
        },
        new(
            "partition",
            [
                "ALTER TABLE arena.parts ATTACH PARTITION arena.part_1 FOR VALUES FROM (0) TO (10)",
                "CREATE INDEX trapped_part ON shared.part_2 (id) WHERE arena.trap(5) > 0",
                "ALTER TABLE arena.parts DETACH PARTITION arena.part_1",
            ],
            [
                "SELECT * FROM arena.parts",
                "SELECT * FROM parts WHERE id = 1",
                "SELECT * FROM shared.whole WHERE id = 1",
                "SELECT * FROM whole",
                "SELECT * FROM solid.t",
            ]
        )
        {
            DbaChanges =
            [
                "ALTER TABLE shared.part_2 OWNER TO $raider",
                "BEGIN; LOCK TABLE shared.part_2; DROP INDEX IF EXISTS shared.trapped_part; ALTER TABLE "
                    + "shared.part_2 OWNER TO postgres; COMMIT",
            ],
        },
        new(
            "materialized view",
            ["CREATE INDEX trapped_once ON shared.once (id) WHERE arena.trap(5) > 0"],
            [
                "SELECT * FROM shared.once WHERE id = 1",
                "SELECT * FROM once",
                "SELECT * FROM solid.over_once WHERE id = 1",
                "SELECT * FROM solid.t",
            ]
        )
        {
            DbaChanges =
            [
                "ALTER MATERIALIZED VIEW shared.once OWNER TO $raider",
                "BEGIN; ALTER MATERIALIZED VIEW shared.once OWNER TO postgres; DROP INDEX IF EXISTS "
                    + "shared.trapped_once; COMMIT",
            ],
        },
        new(
            "search path",
            [
                "ALTER ROLE $raider SET search_path = arena, shared, solid; CREATE OR REPLACE VIEW arena.t_view AS "
                    + "SELECT arena.trap(1) AS id",
                "ALTER ROLE $raider SET search_path = solid, pg_catalog; DROP VIEW arena.t_view",
                "CREATE FUNCTION arena.count(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT arena.trap($1)'",
                "CREATE FUNCTION arena.lower(unknown) RETURNS text LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN "
                    + "arena.trap(1)::text; END'",
                "DROP FUNCTION arena.count(int); DROP FUNCTION arena.lower(unknown)",
                "ALTER ROLE $raider RESET search_path",
            ],
            [
                "SELECT * FROM t_view",
                "SELECT count(1) FROM solid.t",
                "SELECT lower('A') FROM solid.t WHERE lower('A') = 'a'",
            ]
        ),
        new(
            "schema",
            [
                "BEGIN; ALTER SCHEMA outpost RENAME TO outpost_away; CREATE SCHEMA outpost; "
                    + "CREATE VIEW outpost.kept AS SELECT arena.trap(1) AS id; COMMIT",
                "CREATE SCHEMA later; CREATE VIEW later.ledger AS SELECT arena.trap(1) AS id; DROP "
                    + "SCHEMA later CASCADE",
                "BEGIN; DROP SCHEMA outpost CASCADE; ALTER SCHEMA outpost_away RENAME TO outpost; COMMIT",
            ],
            ["SELECT * FROM outpost.kept", "SELECT * FROM kept", "SELECT * FROM ledger", "SELECT * FROM solid.ledger"]
        )
        {
            IsByOwnerAlone = true,
        },
        new(
            "cast",
            [
                "CREATE CAST (int AS arena.pair) WITH FUNCTION arena.trap_cast(int) AS IMPLICIT",
                "DROP CAST (int AS arena.pair)",
            ],
            [
                "SELECT (1)::arena.pair",
                "SELECT 1::pair FROM solid.t",
                "SELECT * FROM solid.uses_pair WHERE p = 1",
                "SELECT 1::bigint FROM solid.t",
            ]
        ),
        new(
            "policy",
            [
                "ALTER TABLE arena.t ENABLE ROW LEVEL SECURITY; CREATE POLICY trap ON arena.t USING "
                    + "(arena.trap(5) > 0)",
                "ALTER TABLE shared.handed ENABLE ROW LEVEL SECURITY; CREATE POLICY trap ON shared.handed USING "
                    + "(arena.trap(5) > 0)",
                "DROP POLICY trap ON arena.t",
            ],
            ["SELECT * FROM arena.t", "SELECT * FROM shared.handed", "SELECT * FROM solid.t"]
        )
        {
            DbaChanges =
            [
                "ALTER TABLE shared.handed OWNER TO $raider",
                "BEGIN; LOCK TABLE shared.handed; DROP POLICY IF EXISTS trap ON shared.handed; ALTER TABLE "
                    + "shared.handed DISABLE ROW LEVEL SECURITY; "
                    + TakesBack,
            ],
        },
        new(
            "name in two schemas",
            [
                "BEGIN; LOCK TABLE solid.ledger IN ACCESS SHARE MODE; CREATE VIEW shared.ledger AS SELECT "
                    + "arena.trap(1) AS id; COMMIT",
                "BEGIN; LOCK TABLE solid.ledger IN ACCESS SHARE MODE; SELECT pg_sleep(0.002); DROP VIEW IF EXISTS "
                    + "shared.ledger; COMMIT",
            ],
            ["SELECT * FROM ledger", "SELECT * FROM ledger WHERE id = 1", "SELECT * FROM solid.ledger"]
        ),
    ];

    public override string ToString() => Name;
}
