using System.Collections.Immutable;
using RgPolicy.Cli.Shell;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Settings;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Checks a service's settings before it is started with them.</summary>
internal sealed class ServiceCheckHandler(CliContext context)
{
    /// <summary>Checks and says everything that is wrong.</summary>
    /// <returns>The exit code: 1 with findings.</returns>
    public async Task<int> RunAsync(string path, bool isJson, CancellationToken cancellationToken)
    {
        var reading = SettingsFile.Read(path);
        ImmutableArray<SettingProblem> fatal = reading.Settings is { } settings
            ? [.. settings.Targets.SelectMany(Check)]
            : reading.Problems;
        ImmutableArray<SettingProblem> problems = reading.Settings is { } tried
            ? [.. fatal, .. await new SideServiceCheck(PlacesOf(tried)).RunAsync(tried, cancellationToken)]
            : fatal;
        if (isJson)
        {
            WriteJson(path, problems);
        }
        else
        {
            WriteText(path, reading.Settings, problems);
        }

        return problems.IsEmpty ? ExitCode.Success
            : fatal.IsEmpty
                ? context.Finish(ExitCode.Findings, "The service governs all the same, and tries these again.")
            : context.Finish(ExitCode.Findings, $"The service does not start with what is wrong in {path}.");
    }

    private ServicePlaces PlacesOf(ServiceSettings settings) =>
        ServicePlaces.Of(settings, context.IsRoot, context.EnvironmentVariable, Environment.UserName);

    /// <summary>The policy is checked as for any target: the real one is known only when the service is
    /// connected.</summary>
    private IEnumerable<SettingProblem> Check(TargetSettings target)
    {
        var key = $"{SettingsReader.Root}:Targets:{target.Name}";
        var policy = new PolicyFile(target.Policy, TargetProfile.Generic, context.Time, isGuarded: true).Load();
        if (policy.FirstError is { } error)
        {
            yield return new SettingProblem($"{key}:Policy", error);
        }

        if (target.PasswordFile is { } file && !File.Exists(file))
        {
            yield return new SettingProblem($"{key}:PasswordFile", Dbms.Connecting.PasswordFile.Missing);
        }
    }

    private void WriteText(string path, ServiceSettings? settings, ImmutableArray<SettingProblem> problems)
    {
        foreach (var problem in problems)
        {
            context.Output.WriteLine(problem);
        }

        if (problems.IsEmpty)
        {
            var names = settings?.Targets.Select(target => target.Name) ?? [];
            context.Output.WriteLine($"{path}: nothing is wrong; targets: {string.Join(", ", names)}");
        }
    }

    private void WriteJson(string path, ImmutableArray<SettingProblem> problems) =>
        JsonOutput.WriteDocument(
            context,
            "rgp/service-check/1",
            json =>
            {
                json.WriteString("path", path);
                json.WriteStartArray("problems");
                foreach (var problem in problems)
                {
                    json.WriteStartObject();
                    json.WriteString("key", problem.Key);
                    json.WriteString("message", problem.Message);
                    json.WriteEndObject();
                }

                json.WriteEndArray();
            }
        );
}
