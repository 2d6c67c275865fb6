using RgPolicy.Cli.Recordings;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Simulate;

namespace RgPolicy.Cli.Demo;

/// <summary>Writes <c>rgp/demo/1</c>: the members of <c>rgp/replay/1</c>, and the examples.</summary>
internal static class DemoJson
{
    public static void Write(CliContext context, DemoReport report) =>
        JsonOutput.WriteDocument(
            context,
            "rgp/demo/1",
            json =>
            {
                json.WriteString("server_version", report.Header.Server.Version);
                json.WriteString("policy_path", report.Program.Policy.Path);
                json.WriteString("revision", report.Program.Revision);
                ReplayJson.WriteMembers(json, report.Outcome);
                json.WriteStartArray("examples");
                foreach (var example in report.Examples)
                {
                    json.WriteStartObject();
                    json.WriteString("query", example.Query.Query.Id);
                    json.WriteString("class", example.Explanation.Class);
                    json.WriteNumber("line", example.Explanation.Line);
                    json.WriteString("pool", example.Explanation.Pool);
                    json.WriteString("statement", example.Query.Query.Statement?.Text);
                    json.WriteString("plan_reason", example.Query.Query.Plan.Profile?.Reason);
                    json.WriteEndObject();
                }

                json.WriteEndArray();
                if (report.Forecast is { } forecast)
                {
                    json.WriteStartObject("forecast");
                    SimulateJson.WriteMembers(json, forecast.Whole);
                    json.WriteEndObject();
                    json.WriteStartObject("cache_forecast");
                    SimulateJson.WriteRuns(json, "without_cache", forecast.Cache, forecast.Whole.Programs);
                    json.WriteEndObject();
                }
            }
        );
}
