using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>
/// Writes a plan for sqlcmd. Before the first statement it looks whether it is on the server that it
/// was made for; what stops it there also keeps all that follows from being executed by tools that go on after an
/// error. Each batch can be run again.
/// </summary>
internal sealed class GovernorScriptFile(ServerIdentity server)
{
    /// <summary>What sqlcmd takes for one of its own variables, also within quotes.</summary>
    private const string Variable = "$(";

    /// <summary>The scripts of a plan and of the way back.</summary>
    public ChangeScripts Of(
        ImmutableArray<ChangeStep> steps,
        GovernorState from,
        ImmutableArray<ChangeStep> back,
        GovernorState to,
        string revision
    )
    {
        var forward = Write($"carries out policy revision {revision}", steps, from, to, isBack: false);
        var backOut = Write($"takes back policy revision {revision}", back, to, from, isBack: true);
        return new ChangeScripts(
            forward,
            backOut,
            steps.Concat(back).Any(step => step.Sql.Contains(Variable, StringComparison.Ordinal))
                ? $"sqlcmd would take `{Variable}` in a statement for one of its variables: carry the "
                    + "plan out with rgp apply"
                : null
        );
    }

    /// <summary>What takes a policy back does not wait for others to settle their changes.</summary>
    private string Write(
        string what,
        ImmutableArray<ChangeStep> steps,
        GovernorState from,
        GovernorState to,
        bool isBack
    )
    {
        var text = new StringBuilder();
        WriteHead(text, what);
        WriteGuards(text, from, to);
        if (!isBack)
        {
            Guard(
                text,
                StoredOnly.OfOthers,
                "changes of somebody else are stored and not in force, and RECONFIGURE would put them in force too"
            );
        }

        foreach (var step in steps)
        {
            Batch(text, step.Repeatable ?? step.Sql);
        }

        WriteCheck(text, to);
        Batch(text, "SET NOEXEC OFF;");
        return text.ToString();
    }

    private void WriteHead(StringBuilder text, string what)
    {
        text.Append(CultureInfo.InvariantCulture, $"-- RgPolicy: {what} on {server.Name.ReplaceLineEndings(" ")}.\n");
        text.Append(
            "-- Run it as a login with CONTROL SERVER: sqlcmd -S SERVER -i FILE, or in a tool's SQLCMD mode.\n"
        );
        text.Append("-- It can be run again: what is done already stays, and what is missing is done.\n");
        text.Append(":on error exit\n:setvar RunBySqlcmd yes\nGO\n");
        Batch(text, "SET NOEXEC OFF;\nSET QUOTED_IDENTIFIER ON;\nSET ANSI_NULLS ON;\nUSE [master];");
    }

    private void WriteGuards(StringBuilder text, GovernorState from, GovernorState to)
    {
        Guard(text, "N'$(RunBySqlcmd)' <> N'yes'", "run this with sqlcmd, or in SQLCMD mode");
        Guard(
            text,
            $"COALESCE(CONVERT(nvarchar(128), SERVERPROPERTY('ServerName')), N'') <> {SqlQuote.Text(server.Name)} "
                + $"COLLATE {SqlCollation.IgnoringCase}",
            $"this script is for the server {server.Name}"
        );
        Guard(
            text,
            $"CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion')) NOT LIKE {SqlQuote.Text(Major + ".%")}",
            $"this script is for version {Major} of SQL Server"
        );
        Guard(text, "HAS_PERMS_BY_NAME(NULL, NULL, N'CONTROL SERVER') <> 1", "the login lacks CONTROL SERVER");
        Guard(
            text,
            "EXISTS (SELECT 1 FROM sys.resource_governor_configuration WHERE classifier_function_id NOT IN "
                + $"({Expected(from, to)}))",
            "the classifier of Resource Governor is not the one that was there when this script was made"
        );
    }

    private string Major => server.Version.Split('.')[0];

    /// <summary>None, the one before, and where the script has been run already the one after; RgPolicy's own two stand
    /// for each other.</summary>
    private static string Expected(GovernorState from, GovernorState to) =>
        string.Join(
            ", ",
            new[] { from.Classifier, to.Classifier }
                .OfType<ClassifierFunction>()
                .Concat(from.Functions)
                .Concat(to.Functions)
                .Select(GovernorRepeats.Id)
                .Distinct(StringComparer.Ordinal)
                .Select(id => $"COALESCE({id}, 0)")
                .Prepend("0")
        );

    /// <summary>What is read back: the classifier, and whether all of it is in force.</summary>
    private static void WriteCheck(StringBuilder text, GovernorState to)
    {
        var isOther = to.Classifier is { } classifier
            ? "NOT EXISTS (SELECT 1 FROM sys.resource_governor_configuration AS c JOIN sys.sql_modules AS m ON "
                + "m.object_id = c.classifier_function_id "
                + $"WHERE {GovernorRepeats.HasText(classifier)})"
            : "EXISTS (SELECT 1 FROM sys.resource_governor_configuration WHERE classifier_function_id <> 0)";
        var isPending = to.IsEnabled
            ? " OR EXISTS (SELECT 1 FROM sys.dm_resource_governor_configuration WHERE is_reconfiguration_pending = 1)"
            : "";
        Guard(text, isOther + isPending, "Resource Governor is not as it should be", "Not done");
    }

    private static void Guard(
        StringBuilder text,
        string condition,
        string problem,
        string start = "Nothing was changed"
    ) =>
        Batch(
            text,
            $"IF {condition}\nBEGIN\n    RAISERROR ({SqlQuote.Text($"{start}: {problem}.".Replace("%", "%%", StringComparison.Ordinal))}, 16, 1);\n    SET NOEXEC ON;\nEND"
        );

    private static void Batch(StringBuilder text, string sql) => text.Append(sql).Append("\nGO\n");
}
