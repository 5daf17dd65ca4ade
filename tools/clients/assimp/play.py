"""Plays files in assimp's library: positions of all vertices in every frame.

python3 play.py jobs.json

assimp reads a file but does not play it. So this script evaluates its data: nodes between their keys, shapes, and the
skin. A job has a file, the frames per second, the clips with their frame numbers, and the file to write: little-endian
f32, frame by frame, in the file's own axes and unit. A list beside it describes the look of the meshes.
"""
import json
import os
import sys

import numpy as np
from library import Mesh, String, load_library

LIBRARY = load_library()
BASE_COLOUR, NORMALS, EMISSIVE = 1, 6, 4


def rows(pointer, count, width):
    return np.ctypeslib.as_array(pointer, shape=(count * width,)).reshape(count, width).astype(np.float64)


def matrix(numbers):
    return np.array(numbers, dtype=np.float64).reshape(4, 4)


def key_values(keys, count, time):
    """The keys around a time, and the share of the second key."""
    times = [keys[k].time for k in range(count)]
    after = int(np.searchsorted(times, time, side="right"))
    if after == 0 or after == count:
        k = max(0, after - 1)
        return np.array(keys[k].value, dtype=np.float64), None, 0.0
    share = (time - times[after - 1]) / (times[after] - times[after - 1])
    a, b = (np.array(keys[k].value, dtype=np.float64) for k in (after - 1, after))
    return a, b, share


def vector_at(keys, count, time):
    a, b, share = key_values(keys, count, time)
    return a if b is None else (1 - share) * a + share * b


def turn_at(keys, count, time):
    """The quaternion w, x, y, z; in assimp, the quaternions of neighbouring keys are in one hemisphere."""
    a, b, share = key_values(keys, count, time)
    q = a if b is None else (1 - share) * a + share * (b if a @ b >= 0 else -b)
    return q / np.linalg.norm(q)


def turn_matrix(q):
    w, x, y, z = q
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])


def local_at(channel, time):
    local = np.eye(4)
    turn = turn_matrix(turn_at(channel.turns, channel.turnCount, time))
    local[:3, :3] = turn * vector_at(channel.sizes, channel.sizeCount, time)
    local[:3, 3] = vector_at(channel.places, channel.placeCount, time)
    return local


def worlds_at(scene, channels, time):
    """Places of all nodes by name."""
    worlds = {}
    open_nodes = [(scene.root.contents, np.eye(4))]
    while open_nodes:
        node, above = open_nodes.pop()
        name = str(node.name)
        local = local_at(channels[name], time) if name in channels else matrix(node.transformation)
        worlds[name] = above @ local
        open_nodes += [(node.children[k].contents, worlds[name]) for k in range(node.childCount)]
    return worlds


def morph_weights(animation, time):
    """Weights of the shapes, by the name of the mesh."""
    found = {}
    for n in range(animation.morphChannelCount if animation else 0):
        channel = animation.morphChannels[n].contents
        keys = [channel.keys[k] for k in range(channel.keyCount)]
        at = min(keys, key=lambda key: abs(key.time - time))
        name = str(channel.mesh).split("*")[0]
        found[name] = {at.shapes[s]: at.weights[s] for s in range(at.count)}
    return found


class Skinned:
    """A mesh with its skin and its shapes, as arrays."""

    def __init__(self, mesh: Mesh, node: str):
        self.node = node
        self.base = rows(mesh.vertices, mesh.vertexCount, 3)
        shapes = [mesh.animMeshes[k].contents for k in range(mesh.animMeshCount)]
        self.shapes = [(rows(s.vertices, s.vertexCount, 3) - self.base, s.weight) for s in shapes]
        self.bones = []
        for b in range(mesh.boneCount):
            bone = mesh.bones[b].contents
            weights = [(bone.weights[k].vertex, bone.weights[k].weight) for k in range(bone.weightCount)]
            own = np.zeros(mesh.vertexCount)
            for vertex, weight in weights:
                own[vertex] += weight
            self.bones.append((str(bone.name), matrix(bone.offset), own))

    def at(self, worlds, weights):
        points = self.base.copy()
        for n, (deltas, weight) in enumerate(self.shapes):
            points += weights.get(n, weight) * deltas
        points = np.concatenate([points, np.ones((len(points), 1))], axis=1)
        if not self.bones:
            return (points @ worlds[self.node].T)[:, :3]
        out = np.zeros((len(points), 3))
        for name, offset, own in self.bones:
            out += own[:, None] * (points @ (worlds[name] @ offset).T)[:, :3]
        return out


def meshes_of(scene):
    """The meshes in the order of the file, with the names of their nodes."""
    owners = {}
    open_nodes = [scene.root.contents]
    while open_nodes:
        node = open_nodes.pop()
        for k in range(node.meshCount):
            owners[node.meshes[k]] = str(node.name)
        open_nodes += [node.children[k].contents for k in range(node.childCount)]
    return [Skinned(scene.meshes[m].contents, owners[m]) for m in range(scene.meshCount)]


def looks_of(scene, folder):
    """Describes the look of the meshes, one sentence for each detail."""
    told = []
    images = [scene.textures[t].contents for t in range(scene.textureCount)]
    for m in range(scene.meshCount):
        mesh = scene.meshes[m].contents
        told.append(f"{sum(bool(uvs) for uvs in mesh.uvs)} sets of UVs")
        told.append(f"{sum(bool(colours) for colours in mesh.colours)} sets of colours")
        path = String()
        for name, kind in (("base colour", BASE_COLOUR), ("normals", NORMALS), ("emissive", EMISSIVE)):
            found = LIBRARY.aiGetMaterialTexture(scene.materials[mesh.material], kind, 0, path, *[None] * 6)
            if found != 0:
                continue
            file = str(path)
            held = next((i.width for i in images if str(i.file) == file), None)
            path_beside = os.path.join(folder, file)
            if held is None:
                held = os.path.getsize(path_beside) if os.path.isfile(path_beside) else 0
            told.append(f"{name} {file}, {held} bytes")
    return told


def import_file(job):
    """A file with pre-rotations needs a setting: by default, assimp 5 adds them to its nodes and to its keys."""
    settings = LIBRARY.aiCreatePropertyStore()
    LIBRARY.aiSetImportPropertyInteger(settings, b"IMPORT_FBX_PRESERVE_PIVOTS", 0 if job["hasOrients"] else 1)
    pointer = LIBRARY.aiImportFileExWithProperties(job["file"].encode(), 0, None, settings)
    LIBRARY.aiReleasePropertyStore(settings)
    return pointer


def play(job):
    pointer = import_file(job)
    if not pointer:
        raise SystemExit(f"{job['file']}: {LIBRARY.aiGetErrorString().decode()}")
    scene = pointer.contents
    meshes = meshes_of(scene)
    animations = [scene.animations[a].contents for a in range(scene.animationCount)]
    with open(job["out"], "wb") as out:
        for clip in job["clips"]:
            animation = next((a for a in animations if str(a.name) == clip["name"]), None)
            channels = {}
            for n in range(animation.channelCount if animation else 0):
                channel = animation.channels[n].contents
                channels[str(channel.node)] = channel
            for frame in clip["frames"]:
                time = frame / job["fps"] * animation.ticksPerSecond if animation else 0.0
                worlds = worlds_at(scene, channels, time)
                weights = morph_weights(animation, time)
                parts = [mesh.at(worlds, weights.get(mesh.node, {})) for mesh in meshes]
                np.concatenate(parts).astype("<f4").tofile(out)
    with open(job["out"] + ".json", "w", encoding="utf-8") as out:
        json.dump(looks_of(scene, os.path.dirname(job["file"])), out)
    LIBRARY.aiReleaseImport(pointer)


for each in json.load(open(sys.argv[-1], encoding="utf-8")):
    play(each)
