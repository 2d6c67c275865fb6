using NodaTime;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Documents;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Plans;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Cli.Why;

/// <summary>Explains the class of a query that is given as a plan document.</summary>
internal sealed class WhyPlanHandler(CliContext context)
{
    /// <summary>Explains.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(WhyRequest request, bool json, CancellationToken cancellationToken)
    {
        var target = await TargetResolver.FindAsync(context, request.Target, cancellationToken);
        if (target.Profile is not { } profile)
        {
            return context.Fail(target.ExitCode, target.Problem ?? "", TargetResolver.Next);
        }

        var choice = await PolicyLoader.LoadAsync(context, request.Policy, profile, cancellationToken);
        return choice.Policy is { } policy
            ? await ExplainAsync(request, PolicyProgram.Compile(policy, profile), json, cancellationToken)
            : choice.ExitCode;
    }

    private async Task<int> ExplainAsync(
        WhyRequest request,
        PolicyProgram program,
        bool json,
        CancellationToken cancellationToken
    )
    {
        var options = ObserverOpener.ReaderOf(program.Target);
        var file =
            request.Plan == "-" ? InputFile.StandardInput : new InputFile(request.Plan, context.Resolve(request.Plan));
        var content = await FileContent.ReadAsync(context, file, options.MaximumBytes, cancellationToken);
        if (content.Bytes is not { } bytes)
        {
            return context.Fail(
                ExitCode.Unreachable,
                content.Problem ?? "",
                "Check the plan's path and its permissions."
            );
        }

        var document = PlanReader.Read(bytes, options);
        if (Choose(document, request.Statement) is not { } statement || (document.Damage is not null && !statement.HasPlan))
        {
            return context.Fail(
                ExitCode.Usage,
                Lack(document, request),
                $"See what it holds: rgp plan-info {request.Plan}"
            );
        }

        var values = new SignalValues();
        SignalMapper.Reset(values, program.Target);
        SignalMapper.FillFromPlan(statement, values);
        if (SessionSignals.Fill(request.Session, values) is { } problem)
        {
            return context.Fail(ExitCode.Usage, problem, "See `rgp why --help`.");
        }

        var explanation = ClassExplainer.Explain(
            program,
            values,
            request.At ?? Instant.FromDateTimeOffset(context.Time.GetUtcNow())
        );
        var why = WhyMapper.Map(explanation, withValueTexts: !json);
        if (json)
        {
            JsonOutput.WriteDocument(context, why, DocumentFormat.Explanation);
        }
        else
        {
            new WhyText(context).WritePlan(why);
        }

        return ExitCode.Success;
    }

    private static PlanStatement? Choose(PlanDocument document, int? ordinal) =>
        ordinal is { } wanted
            ? document.Statements.FirstOrDefault(each => each.Ordinal == wanted)
            : document.Statements.FirstOrDefault(each => each.HasPlan) ?? document.Statements.FirstOrDefault();

    private static string Lack(PlanDocument document, WhyRequest request) =>
        document.Damage is { } damage ? $"`{request.Plan}` cannot be judged: {damage.Message}"
        : document.Statements.IsEmpty
            ? $"`{request.Plan}` holds no plan that can be read"
            : $"`{request.Plan}` has no statement {request.Statement}: they count from 0";
}
