using NodaTime;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Import;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Parsing;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Signals;
using RgPolicy.Testing.SqlServer.Running;

namespace RgPolicy.Dbms.Tests.SqlServer.Import;

/// <summary>Classifiers with declared types, functions and folded questions answer as policies what they answer on
/// Microsoft's syntax tree. RGPOLICY_POLICIES=1000 tries ten times as many.</summary>
public sealed class DrawnClassifierTests
{
    private const int Times = 10;

    private static readonly string[] Texts =
    [
        "Report",
        "Report Server",
        "Reporter",
        "Repor t",
        "Rep",
        "R",
        "x%y",
        "etl",
    ];
    private static readonly string[] Literals = [.. Texts, "report", "ETL", "Reports of today"];
    private static readonly string[] Patterns =
    [
        "Rep%",
        "Report",
        "Re_ort%",
        "%port%",
        "R%",
        "Report S%",
        "%",
        "Re[op]ort%",
        "[^R]%",
        "_[^e]p%",
    ];
    private static readonly string[] Types =
    [
        "sysname",
        "nvarchar(128)",
        "varchar(6)",
        "nvarchar(7)",
        "varchar(3)",
        "nvarchar",
        "varchar(5)",
    ];

    [Fact]
    public void Import_DrawnDeclarations_AnswerWhatTheServerAnswers()
    {
        var compared = 0;
        for (var seed = 0; seed < DrawnCount.Value * Times; seed++)
        {
            var text =
                "CREATE FUNCTION dbo.theirs() RETURNS sysname WITH SCHEMABINDING AS\nBEGIN\n"
                + Drawn(new Random(seed))
                + "\nEND";
            var imported = GovernorImport.Of(State(text), GovernorPolicies.Facts(16));
            if (
                imported.IsLossy
                || PolicyReader.Check(imported.Text, "imported.rgp", GovernorPolicies.Profile(16)).Policy
                    is not { } policy
            )
                continue;
            var program = PolicyProgram.Compile(policy, GovernorPolicies.Profile(16));
            foreach (var app in Texts)
            {
                var facts = new LoginFacts("etl", app, "", "", IsSysadmin: false, DateTime.UnixEpoch);
                var group = FunctionRun.Of(text, new ClassifierRun(facts));
                Assert.True(
                    PoolOf(program, app) == (group is "slow" or "fast" ? group : "ungoverned"),
                    $"seed {seed}, {app}: {group}\n{text}\n{imported.Text}"
                );
                compared++;
            }
        }

        Assert.True(compared > DrawnCount.Value * Times * Texts.Length / 4, $"{compared} were compared");
    }

    private static string PoolOf(PolicyProgram program, string app)
    {
        var values = new SignalValues
        {
            [SignalCatalog.Get("session.app")] = SignalValue.Of(app),
            [SignalCatalog.Get("session.login")] = SignalValue.Of("etl"),
        };
        return program.Policy.Classes[program.Classify(values, default(Instant)).ClassIndex].Pool.Name;
    }

    private static string Drawn(Random random)
    {
        string Pick(string[] from) => from[random.Next(from.Length)];
        var input = random.Next(5) switch
        {
            0 => "APP_NAME()",
            1 => "SUBSTRING(APP_NAME(), 1, 6)",
            2 => $"CONVERT({Pick(["nvarchar(6)", "varchar(128)"])}, APP_NAME())",
            3 => "UPPER(APP_NAME())",
            _ => "ISNULL(APP_NAME(), '')",
        };
        var condition = random.Next(9) switch
        {
            0 => $"@a <> '{Pick(Literals)}'",
            1 => $"@a LIKE '{Pick(Patterns)}'",
            2 => $"@a NOT LIKE '{Pick(Patterns)}'",
            3 => $"@a IN ('{Pick(Literals)}', '{Pick(Literals)}')",
            4 => $"IS_SRVROLEMEMBER('sysadmin') = 0 AND @a = '{Pick(Literals)}'",
            5 => $"NOT (IS_SRVROLEMEMBER('sysadmin') = 1 OR @a <> '{Pick(Literals)}')",
            6 => $"CHARINDEX('{Pick(["port", "Rep", "t"])}', APP_NAME()) {Pick(["> 0", "= 0"])}",
            7 => $"@a = @c AND SUSER_SNAME() = 'etl'",
            _ => $"@a = '{Pick(Literals)}'",
        };
        return $"DECLARE @a {Pick(Types)} = {input}, @c {Pick(Types)} = '{Pick(Literals)}', @g {Pick(Types)} = '{Pick(["slow", "fast", "other"])}', @h sysname\n"
            + $"IF {condition} RETURN {Pick(["'slow'", "@g", "NULL"])}\n"
            + $"IF @h IS {Pick(["", "NOT "])}NULL AND APP_NAME() = '{Pick(Literals)}' RETURN ISNULL(@h, 'fast')\n"
            + $"RETURN {Pick(["'fast'", "@g", "@h"])}";
    }

    private static GovernorState State(string classifier) =>
        new()
        {
            IsEnabled = true,
            Classifier = new ClassifierFunction("dbo", "theirs", classifier),
            Pools = [new ResourcePoolSpec("reports") { CapCpuPercent = 50 }],
            Groups =
            [
                new WorkloadGroupSpec("slow", "reports") { MaxDop = 2 },
                new WorkloadGroupSpec("fast", "reports"),
            ],
        };
}
