using RgPolicy.Cli.Recordings;
using RgPolicy.Cli.Simulate;
using RgPolicy.Engine.Classify;
using RgPolicy.Language.Model;

namespace RgPolicy.Cli.Demo;

/// <summary>The demo for people.</summary>
internal static class DemoText
{
    public static void Write(CliContext context, DemoReport report)
    {
        WriteWhat(context.Output, report);
        Title(context, "Which class each query got");
        ReplayText.WriteClasses(context, report.Outcome);
        Title(context, $"Why: {report.Examples.Count} examples");
        foreach (var example in report.Examples)
            WriteExample(context.Output, example);

        Title(
            context,
            report.Bundle.IsConfigured
                ? "What the policy sets, and by which lever"
                : "What would have been throttled, and by which lever"
        );
        WriteLevers(context, report);
        if (report.Forecast is { } forecast)
            WriteForecast(context, forecast);

        Title(context, "What to do next");
        WriteNext(context.Output, report);
    }

    private static void WriteForecast(CliContext context, DemoForecast forecast)
    {
        var (target, path) = (forecast.Whole.Target.Name, forecast.Whole.Programs[0].Policy.Path);
        Title(context, $"What cache allocation would bring on {target}");
        ForecastText.WriteCache(context, forecast);
        Title(context, $"What {path} would bring on {target}, with CPU weights and all");
        SimulateText.Write(context, forecast.Whole);
        ForecastText.WriteOtherLosses(context, forecast);
    }

    private static void WriteWhat(TextWriter output, DemoReport report)
    {
        var outcome = report.Outcome;
        output.WriteLine(
            Invariant(
                $"RgPolicy played {RunText.Seconds(outcome.Recorded)} of {(report.Bundle.IsConfigured ? "a stand-in for a server" : "a real server")} ({report.Header.Server.Kind} {report.Header.Server.Version}, {report.Header.Host.Cores} cores) in {RunText.Seconds(outcome.Loop.Elapsed)}"
            )
        );
        output.WriteLine(
            Invariant(
                $"by {report.Program.Policy.Path}: {outcome.Queries} queries were seen at {outcome.Loop.Turns} moments, {outcome.Decided} classed for good, {ReachedText.Of(report.Program, outcome)}."
            )
        );
        output.WriteLine("Nothing was touched: this is the loop of rgp run, with a recording in place of the server.");
    }

    private static void Title(CliContext context, string title)
    {
        context.Output.WriteLine();
        context.Output.WriteLine(new Paint(context.UsesColour).Of(Tint.Strong, title));
    }

    private static void WriteExample(TextWriter output, DemoExample example)
    {
        var (query, explanation) = (example.Query.Query, example.Explanation);
        output.WriteLine(
            $"  query {query.Id}: class {explanation.Class} -> pool {explanation.Pool} (line {explanation.Line})"
        );
        output.WriteLine($"    {OneLine.Of(query.Statement?.Text ?? "(its text was not recorded)", 110)}");
        output.WriteLine($"    plan: {OneLine.Of(query.Plan.Profile?.Reason ?? "", 110)}");
        foreach (var atom in explanation.Tried[^1].Atoms.Where(atom => atom.Result == Truth.True))
            output.WriteLine($"    because {atom.Text} ({atom.ValueText})");
    }

    private static void WriteLevers(CliContext context, DemoReport report)
    {
        var table = new TextTable(["pool", "setting", "requested", "what it comes to", "when"]);
        foreach (var pool in report.Program.Pools.Where(pool => pool.Throttles || report.Bundle.IsConfigured))
        {
            foreach (var (setting, effect) in pool.Pool.Settings.Zip(pool.Settings))
            {
                var (comesTo, when) = Lever(setting, effect, report);
                table.Add(pool.Pool.Name, effect.Name, effect.Requested, comesTo, when);
            }
        }

        table.Write(context);
        if (!report.Bundle.IsConfigured)
        {
            context.Output.WriteLine(
                "reaction  "
                    + RunText.Quantiles(report.Outcome.Loop.Reactions, "nothing was throttled")
                    + " (from a query's start to its decision)"
            );
        }
    }

    /// <summary>Where a server is governed by its own configuration, what the loop does not write is
    /// written by rgp apply.</summary>
    private static (string ComesTo, string When) Lever(
        Setting setting,
        Engine.Allot.SettingEffect effect,
        DemoReport report
    )
    {
        var capability = SettingCapability.Of(setting, report.Program.Target);
        return effect.Effective is { } inForce ? (inForce, effect.Effect)
            : report.Bundle.IsConfigured && capability.Effect != Language.Targets.SettingReach.None
                ? ($"{capability.Lever}, by rgp apply", SettingEffects.ToText(capability.Effect))
            : (OneLine.Of("nothing: " + effect.Reason, 70), effect.Effect);
    }

    private static void WriteNext(TextWriter output, DemoReport report)
    {
        var id = report.Examples.Count > 0 ? report.Examples[^1].Query.Query.Id : "ID";
        output.WriteLine(
            $"  rgp why --policy {report.Bundle.PolicyName} --recording {report.Bundle.RecordingName} --query {id}"
        );
        output.WriteLine(
            "  rgp doctor                                                   what this host offers and lacks"
        );
        output.WriteLine(
            $"  rgp run {report.Bundle.PolicyName} --server {report.Bundle.Connection}     watches "
                + "your server, touches nothing"
        );
        output.WriteLine("  ... --level advise says what would be done, --level enforce does it");
        output.WriteLine("To see it on a real server of its own, for a minute: rgp demo --live");
    }
}

/// <summary>Writes <c>rgp/demo/1</c>: the members of <c>rgp/replay/1</c>, and the examples.</summary>
internal static class DemoJson
{
    public static void Write(CliContext context, DemoReport report) =>
        new JsonReport(context, "rgp/demo/1").Write(json =>
        {
            json.WriteString("server_version", report.Header.Server.Version);
            json.WriteString("policy_path", report.Program.Policy.Path);
            json.WriteString("revision", report.Program.Revision);
            ReplayJson.WriteMembers(json, report.Outcome);
            json.WriteObjects(
                "examples",
                report.Examples,
                example =>
                {
                    json.WriteString("query", example.Query.Query.Id);
                    json.WriteString("class", example.Explanation.Class);
                    json.WriteNumber("line", example.Explanation.Line);
                    json.WriteString("pool", example.Explanation.Pool);
                    json.WriteString("statement", example.Query.Query.Statement?.Text);
                    json.WriteString("plan_reason", example.Query.Query.Plan.Profile?.Reason);
                }
            );
            if (report.Forecast is { } forecast)
            {
                json.WriteStartObject("forecast");
                SimulateJson.WriteMembers(json, forecast.Whole);
                json.WriteEndObject();
                json.WriteStartObject("cache_forecast");
                SimulateJson.WriteRuns(json, "without_cache", forecast.Cache, forecast.Whole.Programs);
                json.WriteEndObject();
            }
        });
}
