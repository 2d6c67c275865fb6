using System.Text.RegularExpressions;
using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace RgPolicy.Dbms.Tests.SqlServer.Parsing;

/// <summary>The scripts that come as samples are T-SQL, also of the oldest release.</summary>
public sealed partial class SampleScriptTests
{
    [Theory]
    [InlineData("agent_drift_job.sql", 13)]
    [InlineData("agent_drift_job.sql", 15)]
    [InlineData("compose/affinity.sql", 15)]
    public void Sample_Script_Parses(string sample, int major) =>
        Assert.Empty(TransactSql.Errors(File.ReadAllText(Place(sample)), major));

    [Fact]
    public void AgentJob_Drift_RunsAsNoSysadminAndFailsWhereItDiffers()
    {
        var calls = TransactSql
            .Statements(File.ReadAllText(Place("agent_drift_job.sql")))
            .OfType<ExecuteStatement>()
            .Select(each => (ExecutableProcedureReference)each.ExecuteSpecification.ExecutableEntity)
            .ToDictionary(
                each => each.ProcedureReference.ProcedureReference.Name.BaseIdentifier.Value,
                each =>
                    each.Parameters.ToDictionary(
                        one => one.Variable.Name,
                        one => ((Literal)one.ParameterValue).Value,
                        StringComparer.Ordinal
                    ),
                StringComparer.Ordinal
            );

        Assert.Equal("rgpolicy_jobs", calls["sp_add_job"]["@owner_login_name"]);
        Assert.Equal("rgpolicy_proxy", calls["sp_add_jobstep"]["@proxy_name"]);
        Assert.Equal("0", calls["sp_add_jobstep"]["@cmdexec_success_code"]);
        Assert.Contains(" drift ", calls["sp_add_jobstep"]["@command"], StringComparison.Ordinal);
        Assert.Equal(4, calls.Values.Select(each => each["@job_name"]).Count(each => each == "RgPolicy drift"));
    }

    [Fact]
    public void Compose_WhatItDemands_StandsInTheLineToExport()
    {
        var text = File.ReadAllText(Place("compose/compose.yaml"));
        var export = text.Split('\n').First(line => line.Contains(" export ", StringComparison.Ordinal));

        var demanded = DemandedPattern()
            .Matches(text)
            .Select(each => each.Groups["name"].Value)
            .ToHashSet(StringComparer.Ordinal);

        Assert.NotEmpty(demanded);
        Assert.All(demanded, name => Assert.Contains($" {name}=", export, StringComparison.Ordinal));
    }

    [GeneratedRegex(@"\$\{(?<name>[A-Z_]+):\?", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex DemandedPattern();

    private static string Place(string sample)
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "RgPolicy.sln")))
            folder = folder.Parent;
        return Path.Combine(folder?.FullName ?? "", "samples", "sqlserver", sample);
    }
}
