using k8s;
using k8s.Models;

namespace RgPolicy.Architecture.Tests;

/// <summary>The manifests in samples: every field is one that Kubernetes has, and rights are no more than what each part needs.</summary>
public sealed class KubernetesManifestTests
{
    private static readonly List<object> Manifests = KubernetesYaml.LoadAllFromString(
        File.ReadAllText(Path.Join(Repository.Root, "samples", "kubernetes", "postgresql.yaml")),
        strict: true
    );

    [Fact]
    public void Manifest_EveryField_IsKubernetes() =>
        Assert.Equal(
            ["V1ConfigMap", "V1StatefulSet"],
            Manifests.Select(static manifest => manifest.GetType().Name),
            StringComparer.Ordinal
        );

    [Fact]
    public void Manifest_PodOfTheServer_SharesProcessesAndGivesTheServiceNoRights()
    {
        var pod = Manifests.OfType<V1StatefulSet>().Single().Spec.Template.Spec;
        var service = pod.Containers.Single(static container => container.Name == "rgpolicy").SecurityContext;

        Assert.True(pod.ShareProcessNamespace);
        Assert.False(pod.AutomountServiceAccountToken);
        Assert.True(service.RunAsNonRoot);
        Assert.False(service.AllowPrivilegeEscalation);
        Assert.Equal(["ALL"], service.Capabilities.Drop);
        Assert.Null(service.Capabilities.Add);
    }

    [Fact]
    public void Manifest_EveryMount_HasAVolume()
    {
        var set = Manifests.OfType<V1StatefulSet>().Single().Spec;
        var volumes = set
            .Template.Spec.Volumes.Select(static volume => volume.Name)
            .Concat(set.VolumeClaimTemplates.Select(static claim => claim.Metadata.Name));
        var mounts = set
            .Template.Spec.Containers.Concat(set.Template.Spec.InitContainers)
            .SelectMany(static container => container.VolumeMounts ?? [])
            .Select(static mount => mount.Name);

        Assert.Empty(mounts.Except(volumes, StringComparer.Ordinal));
    }
}
