using Npgsql;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Functions;

/// <summary>The list of what may run while planning: it is what the rules and the servers' catalogs say, and nothing on
/// it does what none may do.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class PlanFunctionsTests(PostgresVersionsFixture servers)
{
    // What reads or does anything but compute, by the name in the server's source; none of it may be on the list.
    private const string NeverListed =
        "^(pg_read|pg_ls_|pg_stat_file|pg_get|pg_stat|pg_lock|pg_advis|pg_table_is|pg_relation|pg_describe|pg_identify|be_lo|lo_|"
        + "nextval|currval|setval|lastval|show_config|set_config|current_setting|has_|pg_has|to_reg|reg(class|proc|type|role|name|oper|coll|conf|dict)|"
        + "text_regclass|xpath|xml|query_to|table_to|schema_to|database_to|cursor_to|pg_input|array_in$|record_in$|domain_in|range_in$|multirange_in$|"
        + "repeat$|lpad$|rpad$|array_fill|generate_|text_format|replace_text|array_replace|numeric_power|numeric_exp|dpow|numeric_fac|"
        + "to_tsquery|to_tsvector|plainto|phraseto|websearch|ts_lexize|ts_headline|ts_match_t[tq]|pg_convert|pg_sleep|pg_notify|pg_terminate|"
        + "pg_cancel|inet_(client|server)|pg_backend|pg_postmaster|current_user|session_user|current_schema|current_database|.*aclitem|acl|dblink)";

    private const string Wrong = """
        SELECT string_agg(p.oid::regprocedure::text, ', ')
          FROM pg_proc p
         WHERE p.oid = ANY ($1)
           AND (p.oid >= 16384 OR p.provolatile = 'v' OR p.proretset OR p.prokind <> 'f' OR p.prolang NOT IN (12, 13, 14)
                OR 'internal'::regtype = ANY (p.proargtypes::oid[]) OR 'cstring'::regtype = ANY (p.proargtypes::oid[] || p.prorettype)
                OR p.prosrc ~ $2 OR p.proname ~ $2)
        """;

    // Casts and operators come without a name; those of listed types have to be listed, or their words refuse too much.
    private const string Unlisted = """
        SELECT string_agg(p.oid::regprocedure::text, ', ')
          FROM (SELECT castfunc AS oid FROM pg_cast WHERE castsource = ANY ($2) AND casttarget = ANY ($2) AND castfunc <> 0
                UNION SELECT a.amproc FROM pg_amproc a JOIN pg_opfamily f ON f.oid = a.amprocfamily
                       WHERE f.opfmethod = 403 AND a.amprocnum = 1 AND a.amproclefttype = ANY ($2) AND a.amprocrighttype = ANY ($2)) used
          JOIN pg_proc p ON p.oid = used.oid
         WHERE p.oid < 16384 AND p.provolatile <> 'v' AND p.oid <> ALL ($1)
        """;

    // A literal beside a value of a type that is not listed would be read as one: no operator may lead from the one to
    // the other.
    private const string Mixed = """
        SELECT string_agg(o.oid::regoperator::text, ', ')
          FROM pg_operator o
         WHERE o.oid < 16384 AND o.oprleft <> 0 AND o.oprright <> 0 AND (o.oprleft = ANY ($2)) <> (o.oprright = ANY ($2))
           AND NOT EXISTS (SELECT FROM pg_type t WHERE t.oid IN (o.oprleft, o.oprright) AND t.typcategory = 'A' AND t.typelem = ANY ($2))
        """;

    [Fact]
    public async Task List_OfTheRulesAndTheServers_IsCurrent()
    {
        var clusters = new List<(int, PostgresCluster)>();
        foreach (var version in PostgresVersions.All)
        {
            if (PostgresVersions.ReasonToSkip(version) is not null)
                return;
            clusters.Add((version, await servers.GetAsync(version)));
        }

        var list = await PlanFunctionRules.Read().ListAsync(clusters);

        if (Environment.GetEnvironmentVariable("RGPOLICY_PLAN_FUNCTIONS_FILE") is { Length: > 0 } file)
            await File.WriteAllTextAsync(file, list);
        else
            Assert.Equal(Embedded(), list);
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task List_OfAVersion_OnlyComputes(int version)
    {
        var list = PlanFunctions.Of(version);

        Assert.InRange(list.Functions.Length, 1000, 2500);
        Assert.Equal("", await AskAsync(version, Wrong, list.Functions, NeverListed));
        Assert.Equal("", await AskAsync(version, Unlisted, list.Functions, list.Types));
        Assert.Equal("", await AskAsync(version, Mixed, list.Functions, list.Types));
    }

    [Fact]
    public void Of_NewerVersionThanTheList_HasWhatTheLastHas() =>
        Assert.Equal(PlanFunctions.Of(PostgresVersions.All[^1]).Functions, PlanFunctions.Of(99).Functions);

    private async Task<string> AskAsync(int version, string sql, uint[] functions, object second)
    {
        var cluster = await servers.GetAsync(version);
        await using var connection = await cluster.OpenAsync();
        await using var command = new NpgsqlCommand(sql, connection);
        command.Parameters.Add(Oids(functions));
        command.Parameters.Add(second is uint[] types ? Oids(types) : new NpgsqlParameter { Value = second });
        return await command.ExecuteScalarAsync() as string ?? "";
    }

    private static NpgsqlParameter Oids(uint[] oids) =>
        new() { Value = oids, NpgsqlDbType = NpgsqlTypes.NpgsqlDbType.Array | NpgsqlTypes.NpgsqlDbType.Oid };

    private static string Embedded()
    {
        using var stream = typeof(PlanFunctions).Assembly.GetManifestResourceStream(PlanFunctions.Resource)!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
