using System.Text.Json;
using RgPolicy.Cli.Commands;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Tests;

/// <summary>Runs a command line in process and keeps what it printed.</summary>
internal sealed record CliRun(int ExitCode, string Output, string Error)
{
    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    public string LastErrorLine => Error.TrimEnd().Split('\n')[^1];

    public JsonElement Json => JsonDocument.Parse(Output).RootElement;

    public static Task<CliRun> Of(params string[] arguments) => Of(null, arguments);

    public static async Task<CliRun> Of(Func<CliContext, CliContext>? change, params string[] arguments)
    {
        var output = new MemoryStream();
        var error = new StringWriter();
        var context = Context(output) with { Error = error };
        context = change is null ? context : change(context);

        // As in a program: xunit gives what a test awaits few threads, which long tests may hold for seconds.
        var exitCode = await Task.Run(() => CommandRunner.RunAsync(context, arguments, CancellationToken.None));
        await context.FlushAsync();
        return new CliRun(exitCode, Utf8.GetString(output.ToArray()), error.ToString());
    }

    /// <summary>A context without terminal, environment and input.</summary>
    public static CliContext Context(Stream output) =>
        new()
        {
            Input = Stream.Null,
            OutputStream = output,
            Output = new StreamWriter(output, Utf8),
            Error = TextWriter.Null,
            EnvironmentVariable = _ => null,
            WorkingDirectory = AppContext.BaseDirectory,
            InstallDirectory = AppContext.BaseDirectory,
        };

    /// <summary>The member names of an object, joined by blanks.</summary>
    public static string Fields(JsonElement element) =>
        string.Join(' ', element.EnumerateObject().Select(member => member.Name));

    public static Stream Input(string text) => new MemoryStream(Utf8.GetBytes(text));
}
