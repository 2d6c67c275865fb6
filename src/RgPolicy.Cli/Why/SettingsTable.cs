using System.Collections.Immutable;
using RgPolicy.Cli.Shell;
using RgPolicy.Engine.Allot;

namespace RgPolicy.Cli.Why;

/// <summary>What becomes of settings, as a table.</summary>
internal static class SettingsTable
{
    /// <summary>Prints the table.</summary>
    public static void Write(CliContext context, ImmutableArray<SettingEffect> settings)
    {
        if (settings.IsEmpty)
        {
            context.Output.WriteLine("  none: nothing is governed");
            return;
        }

        var table = new TextTable(["  requested", "effective", "effect", "reason"]);
        foreach (var setting in settings)
        {
            table.Add(
                "  " + setting.Requested,
                setting.Effective ?? "-",
                setting.Effect.Replace('_', ' '),
                setting.Reason
            );
        }

        table.Write(context);
    }
}
