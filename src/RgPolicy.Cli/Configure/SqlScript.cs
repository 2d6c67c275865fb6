using System.Text;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>A plan as a script that the DBMS's own tools run.</summary>
internal static class SqlScript
{
    private const string BackOut = ".backout";

    /// <summary>Writes it, and its back-out beside it where there is one; a plan that is refused has none.</summary>
    /// <returns>The exit code where that cannot be, after the problem was printed; else null.</returns>
    public static async Task<int?> WriteAsync(
        CliContext context,
        ChangePlan plan,
        string file,
        CancellationToken cancellationToken
    )
    {
        if (!plan.Refusals.IsEmpty)
        {
            return null;
        }

        if (plan.Scripts is not { } scripts)
        {
            await File.WriteAllTextAsync(context.Resolve(file), Of(plan), cancellationToken);
            return null;
        }

        if (scripts.Problem is { } problem)
        {
            return context.Fail(
                ExitCode.Usage,
                problem,
                "Without --script the plan is only shown; --out keeps it for rgp apply."
            );
        }

        await File.WriteAllTextAsync(context.Resolve(file), scripts.Forward, cancellationToken);
        await File.WriteAllTextAsync(context.Resolve(BackOutOf(file)), scripts.BackOut, cancellationToken);
        return null;
    }

    private static string BackOutOf(string file) =>
        Path.ChangeExtension(file, null) + BackOut + (Path.HasExtension(file) ? Path.GetExtension(file) : ".sql");

    private static string Of(ChangePlan plan)
    {
        var text = new StringBuilder();
        text.Append("-- RgPolicy: ")
            .Append(PlanText.Summary(plan))
            .Append(" on ")
            .Append(plan.Server.Name.ReplaceLineEndings(" "))
            .Append('\n');
        text.Append("-- Policy revision ")
            .Append(plan.Revision ?? "none")
            .Append(". It fits only the configuration that it was made for.\n");
        text.Append("\\set ON_ERROR_STOP on\n\\encoding UTF8\n");
        foreach (var step in plan.Steps)
        {
            text.Append(step.Sql).Append('\n');
        }

        return text.ToString();
    }
}
