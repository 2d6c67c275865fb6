using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>Asks before anything is changed.</summary>
internal static class Agreement
{
    private const string Yes = "yes";

    /// <summary>True with <c>--yes</c>, or when the user at the terminal agrees after the plan was shown.</summary>
    public static bool IsGiven(CliContext context, ChangePlan plan, bool yes)
    {
        if (yes)
        {
            return true;
        }

        if (!context.IsInputTerminal)
        {
            return false;
        }

        new PlanText(context).Write(plan);
        context.Output.Flush();
        context.Error.Write($"{PlanText.Summary(plan)}. Carry it out? Type `yes` to confirm: ");
        context.Error.Flush();
        using var reader = new StreamReader(context.Input, leaveOpen: true);
        return reader.ReadLine() == Yes;
    }
}
