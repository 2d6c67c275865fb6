using NodaTime;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Cli.Why;

/// <summary>Explains the class of a query that is given as a plan document.</summary>
internal sealed class WhyPlanHandler(CliContext context)
{
    public async Task<int> RunAsync(WhyRequest request, bool json)
    {
        var profile = await TargetResolver.FindAsync(context, request.Target);
        var policy = await PolicyLoader.LoadAsync(context, request.Policy, profile);
        return await ExplainAsync(request, PolicyProgram.Compile(policy, profile), json);
    }

    private async Task<int> ExplainAsync(WhyRequest request, PolicyProgram program, bool json)
    {
        var options = PlanJudging.Options(program.Target);
        var bytes = await FileContent.NeedAsync(
            context,
            InputFile.OrStandardInput(context, request.Plan),
            options.MaximumBytes,
            "Check the plan's path and its permissions."
        );

        var document = PlanReader.Read(bytes, options);
        if (
            Choose(document, request.Statement) is not { } statement
            || (document.Damage is not null && !statement.HasPlan)
        )
        {
            return context.Fail(
                ExitCode.Usage,
                Lack(document, request),
                $"See what it holds: rgp query-plan {request.Plan}"
            );
        }

        var values = new SignalValues();
        SignalMapper.Reset(values, program.Target);
        SignalMapper.FillFromPlan(statement, values);
        if (SessionSignals.Fill(request.Session, values) is { } problem)
            return context.Fail(ExitCode.Usage, problem, "See `rgp why --help`.");

        var explanation = ClassExplainer.Explain(
            program,
            values,
            request.At ?? Instant.FromDateTimeOffset(context.Time.GetUtcNow())
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

    private static string Lack(PlanDocument document, WhyRequest request) =>
        document.Damage is { } damage ? $"`{request.Plan}` cannot be judged: {damage.Message}"
        : document.Statements.IsEmpty ? $"`{request.Plan}` holds no plan that can be read"
        : $"`{request.Plan}` has no statement {request.Statement}: they count from 0";
}

/// <summary>What <c>rgp why --query-plan</c> was asked for.</summary>
/// <param name="Policy">The policy's path.</param>
/// <param name="Plan">The plan document's path.</param>
/// <param name="Statement">The statement's ordinal; null is the first that has a plan.</param>
/// <param name="Session">Session signals, each <c>KEY=VALUE</c>.</param>
/// <param name="Target">A profile's name or file; null is the built-in one.</param>
/// <param name="At">The moment for windows; null is now.</param>
internal sealed record WhyRequest(
    string Policy,
    string Plan,
    int? Statement,
    ImmutableArray<string> Session,
    string? Target,
    Instant? At
);

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
