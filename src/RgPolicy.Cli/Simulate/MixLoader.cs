using RgPolicy.Cli.PlanInfo;
using RgPolicy.Cli.Recordings;
using RgPolicy.Dbms.Recording;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Cli.Simulate;

/// <summary>Reads what a command line names as a mix: a mix file, a recording, a plan document or a folder of
/// them.</summary>
internal sealed class MixLoader(CliContext context)
{
    private const string Recording = ".rgrec";
    private const string NextRecording = "Make a recording with: rgp record";
    private const string NextMix = "A mix is described in docs/howto/size-and-simulate.md; samples/mixes has some.";
    private const string NextPlans =
        "Showplan XML and EXPLAIN as text or with FORMAT JSON can be read; see: rgp query-plan";

    /// <summary>Reads the file.</summary>
    /// <returns>A mix that fits the target; or null and the exit code, and what is wrong is told.</returns>
    public async Task<Mix> LoadAsync(string path, TargetProfile target)
    {
        if (path.EndsWith(Recording, StringComparison.OrdinalIgnoreCase))
            return ReadRecording(path, target);

        var full = context.Resolve(path);
        var isFolder = path != "-" && Directory.Exists(full);
        var files =
            isFolder ? InputSelection.Of(context, [path], PlanInfoCommand.IsPlan).Files
            : path == "-" ? [InputFile.StandardInput]
            : [new InputFile(path, full)];
        var options = PlanJudging.Options(target);
        var plans = new List<(string Name, PlanDocument Document)>();
        foreach (var file in files)
        {
            var most = Math.Max(MixReader.MostBytes, options.MaximumBytes);
            var content = await FileContent.ReadAsync(context, file, most);
            if (content.Bytes is not { } bytes)
                throw Fail(ExitCode.Unreachable, content.Problem ?? "", "Check the mix's path and its permissions.");
            var document = PlanReader.Read(bytes, options);
            if (!isFolder && !document.Statements.Any(each => each.HasPlan))
                return ReadMix(path, bytes, target);
            plans.Add((Path.GetFileNameWithoutExtension(file.Name), document));
        }

        return Planned(path, plans, target);
    }

    private static Mix ReadMix(string path, byte[] bytes, TargetProfile target)
    {
        var check =
            bytes.Length > MixReader.MostBytes
                ? new MixCheck(null, "it is larger than 4 MiB")
                : MixReader.Read(Encoding.UTF8.GetString(bytes));
        if (check.Mix is not { } mix)
            throw Fail(ExitCode.Usage, $"the mix `{path}` cannot be used: {check.Error}", NextMix);
        return MixFit.Problem(mix, target) is { } problem
            ? throw Fail(ExitCode.Usage, $"the mix `{path}` does not fit the target: {problem}", NextMix)
            : mix;
    }

    private Mix Planned(string path, List<(string Name, PlanDocument Document)> plans, TargetProfile target)
    {
        var statements = plans.Sum(each => each.Document.Statements.Count(one => one.HasPlan));
        if (statements > PlannedMix.MostQueries)
            context.Error.WriteLine(
                $"rgp: the first {PlannedMix.MostQueries} of {statements} statements make the mix, by name of file"
            );
        return PlannedMix.Of(plans, target.Cores) is { } mix
            ? mix
            : throw Fail(ExitCode.Usage, $"no statement with a plan was found in `{path}`", NextPlans);
    }

    private Mix ReadRecording(string path, TargetProfile target)
    {
        var opening = RecordingReader.Open(context.Resolve(path));
        if (opening.Reader is not { } reader)
            throw Fail(ExitCode.Unreachable, opening.Problem?.Message ?? "", NextRecording);

        using (reader)
        {
            var workload = WorkloadReader.Read(context, reader);
            if (reader.Problem is { Kind: not RecordingProblemKind.Truncated } problem)
                throw Fail(ExitCode.Unreachable, problem.Message, NextRecording);
            foreach (var sentence in RecordedMix.LeftOut(workload))
                context.Error.WriteLine(sentence);
            return RecordedMix.Of(workload, target.Cores) is { } mix
                ? mix
                : throw Fail(ExitCode.Usage, $"nothing was recorded in `{path}` that lasted", NextRecording);
        }
    }

    private static CommandException Fail(int exitCode, string problem, string next) => new(exitCode, problem, next);
}
