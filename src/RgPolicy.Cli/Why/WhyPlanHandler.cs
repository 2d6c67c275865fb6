using NodaTime;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Cli.Why;

/// <summary>Explains the class of a query that is given as a plan document.</summary>
internal sealed class WhyPlanHandler(CliContext context, ParseResult result)
{
    public async Task<int> RunAsync(string policyPath, string plan)
    {
        var profile = await TargetResolver.FindAsync(context, result.GetValue(WhyCommand.Profile));
        var policy = await PolicyLoader.LoadAsync(context, policyPath, profile);
        return await ExplainAsync(plan, PolicyProgram.Compile(policy, profile), result.WantsJson());
    }

    private async Task<int> ExplainAsync(string plan, PolicyProgram program, bool json)
    {
        var options = PlanJudging.Options(program.Target);
        var bytes = await FileContent.NeedAsync(
            context,
            InputFile.OrStandardInput(context, plan),
            options.MaximumBytes,
            "Check the plan's path and its permissions."
        );

        var document = PlanReader.Read(bytes, options);
        if (
            Choose(document, result.GetValue(WhyCommand.Statement)) is not { } statement
            || (document.Damage is not null && !statement.HasPlan)
        )
            return context.Fail(ExitCode.Usage, Lack(document, plan), $"See what it holds: rgp query-plan {plan}");

        var values = new SignalValues();
        SignalMapper.Reset(values, program.Target);
        SignalMapper.FillFromPlan(statement, values);
        if (SessionSignals.Fill(result.GetValue(WhyCommand.Session) ?? [], values) is { } problem)
            return context.Fail(ExitCode.Usage, problem, "See `rgp why --help`.");

        var explanation = ClassExplainer.Explain(
            program,
            values,
            result.GetValue(WhyCommand.At) ?? Instant.FromDateTimeOffset(context.Time.GetUtcNow())
        );
        var why = WhyMapper.Map(explanation, withValueTexts: !json);
        if (json)
            JsonOutput.WriteDocument(context, why, DocumentFormat.Explanation);
        else
            new WhyText(context).WritePlan(why);

        return ExitCode.Success;
    }

    private static PlanStatement? Choose(PlanDocument document, int? ordinal) =>
        ordinal is { } wanted
            ? document.Statements.FirstOrDefault(each => each.Ordinal == wanted)
            : document.Statements.FirstOrDefault(each => each.HasPlan) ?? document.Statements.FirstOrDefault();

    private string Lack(PlanDocument document, string plan) =>
        document.Damage is { } damage ? $"`{plan}` cannot be judged: {damage.Message}"
        : document.Statements.IsEmpty ? $"`{plan}` holds no plan that can be read"
        : $"`{plan}` has no statement {result.GetValue(WhyCommand.Statement)}: they count from 0";
}

/// <summary>Session signals from a command line.</summary>
internal static class SessionSignals
{
    private const string Group = "session.";

    /// <summary>Fills what <c>KEY=VALUE</c> gives; the key with or without <c>session.</c>.</summary>
    /// <returns>What is wrong, or null.</returns>
    public static string? Fill(IEnumerable<string> pairs, SignalValues values)
    {
        foreach (var pair in pairs)
        {
            var parts = pair.Split('=', 2);
            var name = parts[0].StartsWith(Group, StringComparison.Ordinal) ? parts[0] : Group + parts[0];
            if (parts.Length < 2 || SignalCatalog.Find(name) is not { } signal)
            {
                return $"`{pair}` is not a session signal: write app=NAME, login=NAME, host=NAME, "
                    + "database=NAME or group=NAME,NAME";
            }

            values[signal] =
                signal.Type == SignalType.Set ? SignalValue.Of([.. parts[1].Split(',')]) : SignalValue.Of(parts[1]);
        }

        return null;
    }
}
