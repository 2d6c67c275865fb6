using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Import;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Dbms.Tests.SqlServer.Import;

/// <summary>What is imported compiles to the configuration that it came from.</summary>
public sealed class GovernorImportTests
{
    [Theory]
    [InlineData(13)]
    [InlineData(17)]
    public void Import_OwnConfiguration_CompilesBackToIt(int major)
    {
        var (policies, checkedCount) = (new GovernorPolicies(seed: 20 + major), 0);
        for (var number = 0; number < DrawnCount.Value; number++)
        {
            var spec = GovernorCompiler.Compile(policies.Next(major), GovernorPolicies.Facts(major)).Spec;
            var state = GovernorGoal.Of(spec, new GovernorState());

            var imported = GovernorImport.Of(state, GovernorPolicies.Facts(major));

            var check = PolicyReader.Check(imported.Text, "imported.rgp", GovernorPolicies.Profile(major));
            if (check.Policy is null)
            {
                // Without what its class asked about the query, an or may be covered by a class above.
                Assert.All(
                    check.Diagnostics.Where(each => each.Severity == DiagnosticSeverity.Error),
                    each => Assert.StartsWith("RG300", each.Code, StringComparison.Ordinal)
                );
                continue;
            }

            checkedCount++;
            var program = PolicyProgram.Compile(check.Policy, GovernorPolicies.Profile(major));
            var again = GovernorGoal.Of(GovernorCompiler.Compile(program, GovernorPolicies.Facts(major)).Spec, state);
            Assert.Equal(state.Groups.AsEnumerable(), again.Groups);
            Assert.Equal(state.Pools.AsEnumerable(), again.Pools);
            Assert.True(
                state.Classifier == again.Classifier || imported.Left.Length > 0,
                state.Classifier?.Definition + again.Classifier?.Definition + imported.Text
            );
        }

        Assert.True(checkedCount > DrawnCount.Value * 3 / 4);
    }

    [Fact]
    public void Import_NamesThatDifferInCaseOnly_AreKeptApart()
    {
        var state = new GovernorState
        {
            IsEnabled = true,
            Classifier = new ClassifierFunction(
                "dbo",
                "theirs",
                "CREATE FUNCTION dbo.theirs() RETURNS sysname WITH SCHEMABINDING AS BEGIN\n"
                    + "IF APP_NAME() = 'a' RETURN N'Reports'; IF APP_NAME() = 'b' RETURN N'reports'; RETURN "
                    + "N'REPORTS' END"
            ),
            Pools =
            [
                new ResourcePoolSpec("Slow") { CapCpuPercent = 50 },
                new ResourcePoolSpec("slow") { CapCpuPercent = 20 },
            ],
            Groups = [new WorkloadGroupSpec("Reports", "Slow"), new WorkloadGroupSpec("reports", "slow")],
        };

        var imported = GovernorImport.Of(state, GovernorPolicies.Facts(16));

        Assert.NotNull(PolicyReader.Check(imported.Text, "imported.rgp", GovernorPolicies.Profile(16)).Policy);
        Assert.Contains("pool Reports {\n  cpu cap 50%\n}", imported.Text, StringComparison.Ordinal);
        Assert.Contains("pool reports {\n  cpu cap 20%\n}", imported.Text, StringComparison.Ordinal);
        Assert.Contains("-> reports when session.app = 'b'", imported.Text, StringComparison.Ordinal);
        Assert.DoesNotContain(imported.Left, left => left.Contains("resource pool", StringComparison.Ordinal));
    }

    [Fact]
    public void Import_LimitsOfDefault_AreThoseOfThePoolThatStandsForIt()
    {
        var state = new GovernorState
        {
            IsEnabled = true,
            Classifier = Theirs("IF APP_NAME() = 'e' RETURN 'etl' RETURN 'default'"),
            Pools = [new ResourcePoolSpec("default") { CapCpuPercent = 70, MaxMemoryPercent = 50 }],
            Groups =
            [
                new WorkloadGroupSpec("default", "default") { RequestMaxMemoryGrantPercent = 10, MaxDop = 4 },
                new WorkloadGroupSpec("etl", "default") { MaxDop = 2 },
            ],
        };

        var imported = GovernorImport.Of(state, GovernorPolicies.Facts(16));

        Assert.NotNull(PolicyReader.Check(imported.Text, "imported.rgp", GovernorPolicies.Profile(16)).Policy);
        Assert.Contains(
            "pool etl {\n  cpu cap 70%\n  memory max 50%\n  maxdop 2\n}",
            imported.Text,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "pool ungoverned {\n  cpu cap 70%\n  memory max 50%\n  grant 10%\n  maxdop 4\n}",
            imported.Text,
            StringComparison.Ordinal
        );
        Assert.Contains(
            imported.Left,
            left => left.Contains("Together they may then use 100%", StringComparison.Ordinal)
        );
        Assert.False(imported.IsLossy);
    }

    [Theory]
    [InlineData(0, null, "tempdb 0 MiB")]
    [InlineData(null, 0.0, "tempdb 0%")]
    [InlineData(null, 0.00001, "tempdb 0.00001%")]
    [InlineData(20, 10.0, "tempdb 20 MiB")]
    public void Import_LimitOfTempdb_IsWhatTheServerKeeps(int? megabytes, double? percent, string expected)
    {
        var state = new GovernorState
        {
            IsEnabled = true,
            Pools = [new ResourcePoolSpec("a") { MinMemoryPercent = 40 }],
            Groups =
            [
                new WorkloadGroupSpec("a", "a")
                {
                    RequestMaxMemoryGrantPercent = 0.25m,
                    GroupMaxTempdbDataMb = megabytes,
                    GroupMaxTempdbDataPercent = (decimal?)percent,
                },
                new WorkloadGroupSpec("b", "a"),
                new WorkloadGroupSpec("c", "a"),
            ],
        };

        var imported = GovernorImport.Of(state, GovernorPolicies.Facts(17));

        Assert.NotNull(PolicyReader.Check(imported.Text, "imported.rgp", GovernorPolicies.Profile(17)).Policy);
        Assert.Contains("  memory min 13%\n", imported.Text, StringComparison.Ordinal);
        Assert.Contains($"  grant 0.25%\n  {expected}\n}}", imported.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Import_WhatIsLeftOut_StandsAtItsPlaceInThePolicy()
    {
        var state = new GovernorState
        {
            IsPending = true,
            Classifier = Theirs(
                "IF APP_NAME() = 'a' RETURN 'etl'\nIF DATEPART(HOUR, GETDATE()) > 20 RETURN 'night'\nIF APP_NAME() = 'b' "
                    + "RETURN 'night'\nRETURN 'etl'"
            ),
            Pools = [new ResourcePoolSpec("p")],
            Groups = [new WorkloadGroupSpec("etl", "p"), new WorkloadGroupSpec("night", "p")],
        };

        var imported = GovernorImport.Of(state, GovernorPolicies.Facts(16));

        var lines = imported.Text.Split('\n').ToList();
        var comment = lines.FindIndex(line =>
            line.StartsWith("// ", StringComparison.Ordinal)
            && line.Contains("line 3: no class can ask", StringComparison.Ordinal)
        );
        Assert.StartsWith("class etl_1", lines[comment - 1], StringComparison.Ordinal);
        Assert.StartsWith("class night_2", lines[comment + 1], StringComparison.Ordinal);
        Assert.Contains("// Resource Governor is off", imported.Text, StringComparison.Ordinal);
        Assert.Contains("// Changes are stored and not in force", imported.Text, StringComparison.Ordinal);
        Assert.True(imported.IsLossy);
    }

    [Fact]
    public void Import_WhatNoPolicyWrites_StandsAtItsPlaceInThePolicy()
    {
        var state = new GovernorState
        {
            IsEnabled = true,
            Classifier = Theirs("IF ORIGINAL_DB_NAME() = 'DW' RETURN 'etl'\nRETURN 'gone'"),
            Pools = [new ResourcePoolSpec("p") { CapCpuPercent = 50 }],
            Groups = [new WorkloadGroupSpec("etl", "p")],
            Unwritten = new GovernorState()
                .Unwritten.Add(GovernorState.MaxOutstandingIo, 20)
                .Add(GovernorState.ExternalPoolOf("etl"), 256),
        };

        var imported = GovernorImport.Of(state, GovernorPolicies.Facts(16));

        Assert.NotNull(PolicyReader.Check(imported.Text, "imported.rgp", GovernorPolicies.Profile(16)).Policy);
        Assert.Contains(
            "// MAX_OUTSTANDING_IO_PER_VOLUME is 20, and stays: no policy writes it.\n",
            imported.Text,
            StringComparison.Ordinal
        );
        Assert.Contains(
            "// The workload group etl uses an external resource pool, which no policy writes.\npool etl {",
            imported.Text,
            StringComparison.Ordinal
        );
        Assert.Matches("// .*line 2: ORIGINAL_DB_NAME\\(\\).*\n// .*compares as.*\nclass etl_1", imported.Text);
        Assert.Matches("// The classifier answers gone, .*\npool ungoverned", imported.Text);
        Assert.All(
            imported.Left.Where(left => !left.Contains("beside it", StringComparison.Ordinal)),
            left => Assert.Contains("// " + left, imported.Text, StringComparison.Ordinal)
        );
        Assert.True(imported.IsLossy);
    }

    [Fact]
    public void Import_AnswerThatDiffersInCase_IsDefaultWhereCaseCounts()
    {
        var state = new GovernorState
        {
            IsEnabled = true,
            Classifier = Theirs("RETURN 'etl'"),
            Pools = [new ResourcePoolSpec("p")],
            Groups = [new WorkloadGroupSpec("ETL", "p") { MaxDop = 2 }],
        };

        Assert.EndsWith(
            "default -> ungoverned\n",
            GovernorImport.Of(state, GovernorPolicies.Facts(16) with { CountsCase = true }).Text,
            StringComparison.Ordinal
        );
        Assert.EndsWith(
            "default -> ETL\n",
            GovernorImport.Of(state, GovernorPolicies.Facts(16)).Text,
            StringComparison.Ordinal
        );
    }

    private static ClassifierFunction Theirs(string body) =>
        new("dbo", "theirs", $"CREATE FUNCTION dbo.theirs() RETURNS sysname WITH SCHEMABINDING AS BEGIN\n{body}\nEND");

    [Fact]
    public void Import_ConfigurationOfOthers_ListsWhatAPolicyCannotSay()
    {
        var state = new GovernorState
        {
            IsEnabled = true,
            Classifier = new ClassifierFunction(
                "dbo",
                "theirs",
                "CREATE FUNCTION dbo.theirs() RETURNS sysname WITH SCHEMABINDING AS BEGIN RETURN N'a b' END"
            ),
            Pools = [new ResourcePoolSpec("big pool") { CapCpuPercent = 50 }, new ResourcePoolSpec("idle")],
            Groups =
            [
                new WorkloadGroupSpec("1st", "big pool") { MaxDop = 2 },
                new WorkloadGroupSpec("a b", "big pool"),
            ],
        };

        var imported = GovernorImport.Of(state, GovernorPolicies.Facts(16));

        Assert.NotNull(PolicyReader.Check(imported.Text, "imported.rgp", GovernorPolicies.Profile(16)).Policy);
        Assert.Contains("pool _1st {\n  cpu cap 50%\n  maxdop 2\n}", imported.Text, StringComparison.Ordinal);
        Assert.Contains(imported.Left, left => left.Contains("dbo.theirs", StringComparison.Ordinal));
        Assert.Contains(imported.Left, left => left.Contains("idle", StringComparison.Ordinal));
        Assert.Contains(imported.Left, left => left.Contains("several workload groups", StringComparison.Ordinal));
    }
}
