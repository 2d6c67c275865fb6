using RgPolicy.Service.Web.Html;
using static RgPolicy.Service.Web.Html.Field;

namespace RgPolicy.Service.Web.Views;

/// <summary>Problems that someone has to look into.</summary>
internal static class AlarmList
{
    public static void Write(HtmlText page, StatusDocument status)
    {
        if (status.Target is { IsLost: true } target)
            page.Alarm($"The server is lost; nothing is governed. {Text(target.Error)}");

        if (status.UnenforcedError is { } unenforced)
            page.Alarm($"Not enforced: {unenforced}.");

        foreach (var side in status.NotWorking.OrEmpty())
            page.Alarm($"{Text(side.Service)} does not work: {Text(side.Problem)}");

        if (status.PolicyError is { } error)
            page.Alarm($"The last policy was rejected, the revision below stays in force. {error}");

        if (status.PolicyWaiting is { } waiting)
            page.Alarm($"The policy was changed: revision {waiting} waits to be approved, under Policy.");

        if (status.Paused is { } paused)
        {
            page.Alarm(
                $"Paused by {Text(paused.By)} since {Text(DocumentFormat.Text(paused.Since))}: nothing is enforced "
                    + "until rgp resume."
            );
        }

        if (status.AuditLost is > 0 and var lost)
        {
            page.Alarm(
                $"The audit trail {Text(status.AuditPath)} cannot be written; {Text(lost)} entries are missing."
            );
        }

        if (status.Sidecar is { IsReady: not true } sidecar)
            page.Alarm($"The sidecar is not ready; nothing is governed. {Text(sidecar.Error)}");
    }
}
