using RgPolicy.Service.Web.Html;
using RgPolicy.Service.Web.Simulated;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>What a simulation of a recording says of each class, beside what was measured.</summary>
internal static class SimulatedView
{
    /// <summary>Writes the simulation's figures beside the measured ones.</summary>
    /// <param name="page">Where to.</param>
    /// <param name="file">The simulation; null where none was named.</param>
    /// <param name="measured">The change of a class's mean as a part, such as -0.2; null where it was not
    /// compared.</param>
    public static void Write(HtmlText page, SimulatedFile? file, Func<string, double?> measured)
    {
        if (file is null)
            return;

        page.Markup("<h2>Beside the simulation</h2>\n");
        var (document, problem) = file.Read();
        if (document is null)
        {
            page.Alarm($"The simulation cannot be read. {problem}");
            return;
        }

        var run = document.Policies.OrEmpty().FirstOrDefault();
        page.Paragraph(
            "note",
            $"By rgp simulate, of {Text(run?.Policy)}, revision {Text(run?.Revision)}, on {Text(document.Target)}. "
                + "Changes of the mean time of an execution; a model is no measurement."
        );
        page.Table(
            "Classes: simulated and measured",
            ["class", "simulated, not enforced", "simulated, enforced", "simulated change", "measured change"],
            SimulatedClass
                .Of(document)
                .Select(each =>
                    new[]
                    {
                        each.Name,
                        Seconds(each.FreeSeconds),
                        Seconds(each.GovernedSeconds),
                        Percent((each.GovernedSeconds / each.FreeSeconds) - 1),
                        Percent(measured(each.Name)),
                    }
                ),
            figures: 1..5
        );
    }

    private static string Percent(double? part) => part is { } known ? Invariant($"{known * 100:+0;-0;0} %") : "-";
}
