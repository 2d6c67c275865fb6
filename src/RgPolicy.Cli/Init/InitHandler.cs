using System.Collections.Immutable;
using RgPolicy.Cli.Connections;
using RgPolicy.Cli.Doctor;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Suggest;
using RgPolicy.Dbms;
using RgPolicy.Service.Composing;

namespace RgPolicy.Cli.Init;

/// <summary>Asks a server what it lets be seen and what it ran, and proposes how to begin; it only reads.</summary>
internal sealed class InitHandler(CliContext context)
{
    private const string Agreed = "yes";

    /// <summary>Proposes, and writes the policy's file when the user agrees.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(InitRequest request, CancellationToken cancellationToken)
    {
        if (File.Exists(context.Resolve(request.OutputFile)))
        {
            return context.Fail(ExitCode.Usage, $"`{request.OutputFile}` exists", "Give another name with --out.");
        }

        var check = await ServerCheck.RunAsync(context, request.Server, request.PasswordFile, cancellationToken);
        if (check.Problem is { } problem)
        {
            return context.Fail(ExitCode.Usage, problem, ConnectionReader.Next);
        }

        var read = await new ServerSource(context, null).ReadAsync(
            request.Server,
            request.PasswordFile,
            cancellationToken
        );
        var rights = RightsOf(check.Findings);
        if (read.Source is null && rights.IsEmpty)
        {
            return context.Fail(read.Refusal);
        }

        var steps = Steps(request, rights, read, cancellationToken);
        if (request.Json)
        {
            InitPage.WriteJson(context, steps);
        }
        else
        {
            InitPage.Write(context, steps);
        }

        return Conclude(request, steps, read.Refusal);
    }

    private FirstSteps Steps(
        InitRequest request,
        ImmutableArray<string> rights,
        SourceResult read,
        CancellationToken cancellationToken
    )
    {
        if (read.Source is not { } source)
        {
            return new(
                request.Server,
                rights,
                null,
                $"{read.Refusal.Problem}. {read.Refusal.Next}",
                request.OutputFile
            );
        }

        var suggestion = new SuggestionTrial(context, source, null, null).Choose(cancellationToken).Suggestion;
        return new(request.Server, rights, suggestion.Text, suggestion.Problem, request.OutputFile);
    }

    // Of what the server lacks only what needs a hand; what is in order has no fix.
    private static ImmutableArray<string> RightsOf(ImmutableArray<DoctorFinding> findings) =>
        [
            .. findings
                .Where(each => each.State != DoctorState.Ok && each.Fix.Length > 0)
                .Select(each => $"-- {each.Message}\n{each.Fix}"),
        ];

    private int Conclude(InitRequest request, FirstSteps steps, Refusal refusal)
    {
        if (steps.Policy is not { } policy)
        {
            return context.Finish(
                refusal.Kind == RefusalKind.Unreachable ? ExitCode.Unreachable : ExitCode.Findings,
                "There is no policy yet: the page says what it takes."
            );
        }

        if (!request.IsAgreed && !IsAgreed(request))
        {
            return ExitCode.Success;
        }

        return OutputFile.Write(context.Resolve(request.OutputFile), request.OutputFile, policy) is { } problem
            ? context.Fail(ExitCode.Unreachable, problem, "Give another --out.")
            : ExitCode.Success;
    }

    private bool IsAgreed(InitRequest request)
    {
        if (!context.IsInputTerminal || request.Json)
        {
            return false;
        }

        context.Output.Flush();
        context.Error.Write($"Write the policy to {request.OutputFile}? Type `yes` to confirm: ");
        context.Error.Flush();
        using var reader = new StreamReader(context.Input, leaveOpen: true);
        return reader.ReadLine() == Agreed;
    }
}

/// <summary>What <c>rgp init</c> was asked for.</summary>
/// <param name="Server">The connection.</param>
/// <param name="PasswordFile">A file with the password, <c>-</c> to be asked, or null.</param>
/// <param name="OutputFile">Where the policy is to be written.</param>
/// <param name="IsAgreed">It is written without asking.</param>
/// <param name="Json">The answer is <c>rgp/init/1</c>.</param>
internal sealed record InitRequest(string Server, string? PasswordFile, string OutputFile, bool IsAgreed, bool Json);
