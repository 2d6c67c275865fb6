using System.Text.Json.Nodes;

namespace RgPolicy.Cli.Tests.ServiceControl;

/// <summary>What a service answers is printed.</summary>
public sealed class AnswerTests : IAsyncDisposable
{
    private readonly ScriptedService _service = new();

    public static TheoryData<string, string> Answers => new()
    {
        { "status", "status" },
        { "status", "status-bare" },
        { "pause", "pause" },
        { "resume", "resume" },
        { "reload", "reload" },
        { "reload", "reload-unchanged" },
        { "reload", "reload-rejected" },
        { "why --pid 10", "why" },
    };

    public ValueTask DisposeAsync() => _service.DisposeAsync();

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task Run_AnswerOfThisVersion_IsTheBaseline(string command, string answer)
    {
        var run = await RunAsync(command, Document(answer));

        Baseline.Check("answer-" + answer, $"{run.Output}== exit code {run.ExitCode}\n{run.Error}");
    }

    private Task<CliRun> RunAsync(string command, JsonNode document)
    {
        _service.Answer = document.ToJsonString();
        return _service.Run(command.Split(' '));
    }

    /// <summary>As a service of this version writes it: the baseline of its tests.</summary>
    private static JsonObject Document(string answer) => JsonNode.Parse(File.ReadAllText(
        Path.Combine(RepositoryRoot.Path, "tests", "RgPolicy.Service.Tests", "Baselines", answer + ".json")))!.AsObject();
}
