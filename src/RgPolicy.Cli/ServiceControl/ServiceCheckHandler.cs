using System.Net.Sockets;
using RgPolicy.Dbms.Files;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Settings;

namespace RgPolicy.Cli.ServiceControl;

/// <summary>Checks a service's settings before it is started with them.</summary>
internal sealed class ServiceCheckHandler(CliContext context)
{
    /// <summary>Checks and says everything that is wrong.</summary>
    /// <returns>The exit code: 1 with findings.</returns>
    public async Task<int> RunAsync(string path, bool isJson)
    {
        var reading = SettingsFile.Read(path);
        ImmutableArray<SettingProblem> fatal = reading.Settings is { } settings
            ? [.. settings.Targets.SelectMany(Check)]
            : reading.Problems;
        ImmutableArray<SettingProblem> problems = reading.Settings is { } tried
            ? [.. fatal, .. await new SideServiceCheck(PlacesOf(tried)).RunAsync(tried, context.Interrupt)]
            : fatal;
        if (isJson)
            WriteJson(path, problems);
        else
            WriteText(path, reading.Settings, problems);

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
            yield return new SettingProblem($"{key}:Policy", error);

        if (target.PasswordFile is { } file && !File.Exists(file))
            yield return new SettingProblem($"{key}:PasswordFile", Dbms.Connecting.PasswordFile.Missing);
    }

    private void WriteText(string path, ServiceSettings? settings, ImmutableArray<SettingProblem> problems)
    {
        foreach (var problem in problems)
            context.Output.WriteLine(problem);

        if (problems.IsEmpty)
        {
            var names = settings?.Targets.Select(target => target.Name) ?? [];
            context.Output.WriteLine($"{path}: nothing is wrong; targets: {string.Join(", ", names)}");
        }
    }

    private void WriteJson(string path, ImmutableArray<SettingProblem> problems) =>
        new JsonReport(context, "rgp/service-check/1").Write(json =>
        {
            json.WriteString("path", path);
            json.Write("problems", problems, ReportForms.Default.IEnumerableSettingProblem);
        });
}

/// <summary>Tries what a service has beside its loops. The service starts and governs without each of these.</summary>
/// <param name="places">Where the service has its sockets; it holds its own address while it runs.</param>
internal sealed class SideServiceCheck(ServicePlaces places)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>What does not work.</summary>
    public async Task<IReadOnlyList<SettingProblem>> RunAsync(
        ServiceSettings settings,
        CancellationToken cancellationToken
    )
    {
        var found = new List<SettingProblem>();
        Add("Listen", settings.Listen is { } listen ? Bind(listen, isRunning: places.Targets().Count > 0) : null);
        Add("TokenFile", settings.TokenFile is { } token ? Read(token) : null);
        Add("Otlp", settings.Otlp is { } collector ? await ConnectAsync(collector.Endpoint, cancellationToken) : null);
        foreach (var target in settings.Targets.Where(each => each.Audit is not null))
            Add($"Targets:{target.Name}:Audit", Audit(target.Audit ?? ""));
        return found;

        void Add(string key, string? problem)
        {
            if (problem is not null)
                found.Add(new SettingProblem($"{SettingsReader.Root}:{key}", problem));
        }
    }

    private static string? Bind(ListenAddress address, bool isRunning)
    {
        using var socket = new Socket(address.Endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(address.Endpoint);
            return null;
        }
        catch (SocketException failure) when (isRunning && failure.SocketErrorCode == SocketError.AddressAlreadyInUse)
        {
            return null;
        }
        catch (SocketException failure)
        {
            return $"the console cannot be served at {address.Endpoint}: {failure.Message}";
        }
    }

    private static async Task<string?> ConnectAsync(Uri collector, CancellationToken cancellationToken)
    {
        using var late = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        late.CancelAfter(Patience);
        using var client = new TcpClient();
        try
        {
            await client.ConnectAsync(collector.Host, collector.Port, late.Token);
            return null;
        }
        catch (Exception failure) when (failure is SocketException or OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return $"no collector answers at {collector.Host}:{collector.Port}: {failure.Message}";
        }
    }

    private static string? Read(string path)
    {
        try
        {
            using var file = BoundedFile.Open(path);
            return null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return $"it cannot be read: {failure.Message}";
        }
    }

    // Not opened for writing: a file that this user made would be closed to the service's.
    private static string? Audit(string path)
    {
        if (File.Exists(path))
            return Read(path);
        for (var folder = Path.GetDirectoryName(path); folder is not null; folder = Path.GetDirectoryName(folder))
            if (Directory.Exists(folder))
                return Directory.Exists(path) ? $"{path} is a directory" : null;
            else if (File.Exists(folder))
                return $"{folder} is not a directory";
        return null;
    }
}
