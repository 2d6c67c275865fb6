namespace RgPolicy.Service.Windows;

/// <summary>How a service is installed.</summary>
/// <param name="Name">Such as RgPolicy.</param>
/// <param name="Title">As the list of services shows it.</param>
/// <param name="Description">A sentence.</param>
/// <param name="CommandLine">What is started, quoted.</param>
/// <param name="Account">Who it runs as; <c>NT SERVICE\NAME</c> is an account of its own without a password.</param>
public sealed record ServiceInstallation(
    string Name,
    string Title,
    string Description,
    string CommandLine,
    string Account
);
