namespace RgPolicy.Cli.PolicyTests;

/// <summary><c>rgp/test/1</c>.</summary>
internal static class TestJson
{
    private const string Schema = "rgp/test/1";

    public static void Write(CliContext context, TestReport report) =>
        new JsonReport(context, Schema).Write(json =>
        {
            json.WriteNumber("passed", report.Passed);
            json.WriteNumber("failed", report.Failed);
            json.WriteNumber("skipped", report.Skipped);
            WriteCoverage(json, report);
            json.WriteStartArray("tests");
            foreach (var outcome in report.Outcomes)
                WriteOutcome(json, outcome);

            json.WriteEndArray();
            json.WriteNumber("elapsed_seconds", Math.Round((decimal)report.Elapsed.TotalSeconds, 6));
        });

    private static void WriteCoverage(Utf8JsonWriter json, TestReport report)
    {
        if (report.Coverage is not { } coverage)
        {
            json.WriteNull("coverage");
            return;
        }

        json.WriteStartObject("coverage");
        json.WriteNumber("classes", coverage.ClassPercent);
        json.WriteNumber("branches", coverage.BranchPercent);
        json.WriteNumber("steps", coverage.StepPercent);
        json.WriteNumber("states", coverage.StatePercent);
        json.WriteObjects(
            "untouched",
            coverage.Untouched,
            part =>
            {
                json.WriteString("kind", part.Kind);
                json.WriteString("name", part.Name);
                json.WriteString("path", part.Path);
                json.WriteNumber("line", part.Line);
                json.WriteString("message", part.Text);
            }
        );
        json.WriteEndObject();
    }

    private static void WriteOutcome(Utf8JsonWriter json, TestOutcome outcome)
    {
        json.WriteStartObject();
        json.WriteString("name", outcome.Name);
        json.WriteString("path", outcome.Path);
        json.WriteNumber("line", outcome.Line);
        json.WriteString("outcome", outcome.Passed ? "passed" : "failed");
        json.WriteString("message", outcome.Passed ? null : outcome.Message);
        json.WriteEndObject();
    }
}
