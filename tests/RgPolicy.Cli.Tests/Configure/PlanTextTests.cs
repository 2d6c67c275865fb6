using System.Text.Json;
using RgPolicy.Cli.Configure;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Tests.Configure;

/// <summary>Which values of a change are told.</summary>
public sealed class PlanTextTests
{
    private const string Group =
        """{"name":"importance max_dop","pool":"rgp_a","importance":"Medium","request_max_memory_grant_percent":25.0,"max_dop":0,"group_max_requests":3,"group_max_tempdb_data_mb":null}""";

    [Fact]
    public void Write_NewGroupNamedLikeAnOption_TellsWhatItsStatementSets() =>
        Assert.Equal(
            "pool: rgp_a; group max requests: 3",
            Values(
                new(
                    "create",
                    "workload_group",
                    "importance max_dop",
                    null,
                    Json(Group),
                    ["CREATE WORKLOAD GROUP [importance max_dop] WITH (GROUP_MAX_REQUESTS = 3) USING [rgp_a];"],
                    "running",
                    "x"
                )
            )
        );

    [Fact]
    public void Write_NewPool_TellsWhatIsNotAsTheServerMakesIt() =>
        Assert.Equal(
            "cap cpu percent: 50; schedulers: 0-3",
            Values(
                new(
                    "create",
                    "resource_pool",
                    "p",
                    null,
                    Json(
                        """{"name":"p","min_cpu_percent":0,"max_cpu_percent":100,"cap_cpu_percent":50,"schedulers":"0-3"}"""
                    ),
                    ["CREATE RESOURCE POOL [p] WITH (CAP_CPU_PERCENT = 50, AFFINITY SCHEDULER = (0 TO 3));"],
                    "running",
                    "x"
                )
            )
        );

    [Fact]
    public void Write_OtherValues_TellsThemBeforeAndAfter() =>
        Assert.Equal(
            "cap cpu percent: 50 -> 60; schedulers: 0-3 -> (none)",
            Values(
                new(
                    "alter",
                    "resource_pool",
                    "p",
                    Json("""{"name":"P","cap_cpu_percent":50,"max_iops_per_volume":0,"schedulers":"0-3"}"""),
                    Json("""{"name":"p","cap_cpu_percent":60,"max_iops_per_volume":0,"schedulers":""}"""),
                    ["x"],
                    "running",
                    "x"
                )
            )
        );

    [Fact]
    public void Write_NewSettingsOfARole_TellsAll() =>
        Assert.Equal(
            "work mem: 64MB",
            Values(
                new(
                    "create",
                    "role_setting",
                    "r in d",
                    null,
                    Json("""{"work_mem":"64MB"}"""),
                    ["ALTER ROLE r IN DATABASE d SET work_mem = '64MB';"],
                    "next_session",
                    "x"
                )
            )
        );

    [Fact]
    public void Write_HintThatWasCleared_TellsTheHint() =>
        Assert.Equal(
            "hint: OPTION (MAXDOP 2)",
            Values(
                new(
                    "create",
                    "query_hint",
                    "d/1",
                    null,
                    Json("""{"hint":"OPTION (MAXDOP 2)","query_hash":"0x1","class":"a"}"""),
                    ["EXEC sys.sp_query_store_set_hints @query_id = 1, @query_hints = N'OPTION (MAXDOP 2)';"],
                    "next_execution",
                    "x"
                )
            )
        );

    private static JsonElement Json(string text) => JsonDocument.Parse(text).RootElement;

    private static string Values(ConfigurationChange change)
    {
        var output = new MemoryStream();
        var context = CliRun.Context(output);
        new PlanText(context).Write(
            new ChangePlan
            {
                Target = "t",
                Server = new ServerIdentity("sqlserver", "16.0", null, "s"),
                Changes = [change],
            }
        );
        context.Output.Flush();
        return string.Join(
            "; ",
            Encoding
                .UTF8.GetString(output.ToArray())
                .Split('\n')
                .Where(line => line.StartsWith("      ", StringComparison.Ordinal))
                .Select(line => line.Trim())
        );
    }
}
